import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/db/store.ts'
import { forEverybody } from '#server/http/guards.ts'
import {
  findKeptMail,
  headersIn,
  listKeptMails,
  pageNumber,
  sendMailBody,
  viewIn,
} from './kept-mails.ts'

type DevMailDeps = {
  db: Db
  /**
   * the origin of the links in mails; the screens may be opened under another name of this machine
   */
  publicUrl: string
  show: (request: FastifyRequest, reply: FastifyReply, view: KeptMailView) => Promise<unknown>
}

type OneMail = { Params: { id: string }; Querystring: { view?: unknown; scheme?: unknown } }

/**
 * Shows kept mails on this machine while no mail server is configured. The caller restricts access.
 */
export function devMailRoutes(app: FastifyInstance, { db, publicUrl, show }: DevMailDeps): void {
  app.get<{ Querystring: { page?: unknown } }>('/dev/mails', forEverybody, async (request, reply) =>
    show(request, reply, await loadList(db, request.query.page)),
  )

  app.get<OneMail>('/dev/mails/:id', forEverybody, async (request, reply) => {
    const view = await loadOne(db, request.params.id, request.query.view)
    return view ? show(request, reply, view) : reply.callNotFound()
  })

  app.get<OneMail>('/dev/mails/:id/body', forEverybody, async (request, reply) => {
    const kept = await findKeptMail(db, request.params.id)
    if (!kept) return reply.callNotFound()
    return sendMailBody(reply, kept.rendered.html, request.query.scheme, publicUrl)
  })

  app.get<OneMail>('/dev/mails/:id/raw', forEverybody, async (request, reply) => {
    const kept = await findKeptMail(db, request.params.id)
    if (!kept) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(kept.rendered.raw)
  })
}

/** What these screens show. */
export type KeptMailView =
  | Awaited<ReturnType<typeof loadList>>
  | NonNullable<Awaited<ReturnType<typeof loadOne>>>

const loadList = async (db: Db, page: unknown) => ({
  screen: 'kept-mails' as const,
  ...(await listKeptMails(db, pageNumber(page))),
})

async function loadOne(db: Db, id: string, view: unknown) {
  const kept = await findKeptMail(db, id)
  return (
    kept && {
      screen: 'kept-mail' as const,
      mail: kept.mail,
      view: viewIn(view),
      headers: headersIn(kept.rendered.raw),
      text: kept.rendered.text,
      frame: `/dev/mails/${id}/body`,
    }
  )
}
