import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeptMailView } from '#contract/render.ts'
import type { Db } from '#server/db/open.ts'
import { forEverybody } from '#server/http/guards.ts'
import {
  findKeptMail,
  headersIn,
  listKeptMails,
  pageNumber,
  sendMailBody,
  viewIn,
} from './kept-mails.ts'

export type DevMailDeps = {
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
    show(request, reply, {
      screen: 'kept-mails',
      ...(await listKeptMails(db, pageNumber(request.query.page))),
    }),
  )

  app.get<OneMail>('/dev/mails/:id', forEverybody, async (request, reply) => {
    const kept = await findKeptMail(db, request.params.id)
    if (!kept) return reply.callNotFound()
    const { mail, rendered } = kept
    return show(request, reply, {
      screen: 'kept-mail',
      mail,
      view: viewIn(request.query.view),
      headers: headersIn(rendered.raw),
      text: rendered.text,
      frame: `/dev/mails/${mail.id}/body`,
    })
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
