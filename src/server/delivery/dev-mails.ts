import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db } from '#server/db/store.ts'
import { forEverybody } from '#server/http/guards.ts'
import { mailBody } from '#server/http/mail-body.ts'
import { findKeptMail, listFields, listKeptMails, mailFields, shownMail } from './kept-mails.ts'

type DevMailDeps = {
  db: Db
  /**
   * the origin of the links in mails; the screens may be opened under another name of this machine
   */
  publicUrl: string
  show: (request: FastifyRequest, reply: FastifyReply, view: KeptMailView) => Promise<unknown>
}

/**
 * Shows kept mails on this machine while no mail server is configured. The caller restricts access.
 */
export function devMailRoutes(app: FastifyInstance, { db, publicUrl, show }: DevMailDeps): void {
  app.get('/dev/mails', forEverybody, async (request, reply) =>
    show(request, reply, await loadList(db, request.query)),
  )

  /** Adds a path of one mail. */
  const one = (path: string, answer: (kept: Found, how: How, ...on: On) => unknown) =>
    app.get(`/dev/mails/:id${path}`, forEverybody, async (request, reply) => {
      const how = mailFields.parse({ ...Object(request.query), ...Object(request.params) })
      const kept = await findKeptMail(db, how.id)
      return kept ? answer(kept, how, request, reply) : reply.callNotFound()
    })

  one('', (kept, { view }, request, reply) => show(request, reply, viewOf(kept, view)))
  one('/body', (kept, { scheme }, _, reply) =>
    mailBody(kept.rendered.html, scheme, publicUrl)(reply),
  )
  one('/raw', ({ rendered }, _how, _request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(rendered.raw),
  )
}

type Found = NonNullable<Awaited<ReturnType<typeof findKeptMail>>>
type How = z.output<typeof mailFields>
type On = [request: FastifyRequest, reply: FastifyReply]

/** What these screens show. */
export type KeptMailView = Awaited<ReturnType<typeof loadList>> | ReturnType<typeof viewOf>

const loadList = async (db: Db, query: unknown) => ({
  screen: 'kept-mails' as const,
  ...(await listKeptMails(db, listFields.parse(query).page)),
})

const viewOf = (kept: Found, view: How['view']) => ({
  screen: 'kept-mail' as const,
  view,
  ...shownMail(kept),
  frame: `/dev/mails/${kept.mail.id}/body`,
})
