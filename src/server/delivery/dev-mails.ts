import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DashboardView } from '#contract/render.ts'
import type { Db } from '#server/db/open.ts'
import { findKeptMail, listKeptMails } from './shown-mails.ts'

export type DevMailDeps = {
  db: Db
  show: (request: FastifyRequest, reply: FastifyReply, view: DashboardView) => Promise<unknown>
}

/** A mail's HTML runs, loads and opens nothing, and only our own screens may frame it. */
const bodyPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"

type OneMail = { Params: { id: string } }

/** Kept mails, to be read on this machine while no mail server is configured. The caller decides who may see them. */
export function devMailRoutes(app: FastifyInstance, { db, show }: DevMailDeps): void {
  app.get<{ Querystring: { page?: unknown } }>('/dev/mails', async (request, reply) =>
    show(request, reply, {
      screen: 'mails',
      ...(await listKeptMails(db, pageAsked(request.query.page))),
    }),
  )

  app.get<OneMail>('/dev/mails/:id', async (request, reply) => {
    const kept = await findKeptMail(db, request.params.id)
    if (!kept) return reply.callNotFound()
    const { mail, rendered } = kept
    return show(request, reply, {
      screen: 'mail',
      mail,
      headers: headersIn(rendered.raw),
      text: rendered.text,
      frame: `/dev/mails/${mail.id}/body`,
    })
  })

  app.get<OneMail>('/dev/mails/:id/body', async (request, reply) => {
    const kept = await findKeptMail(db, request.params.id)
    if (!kept) return reply.callNotFound()
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': bodyPolicy })
      .type('text/html; charset=utf-8')
      .send(kept.rendered.html)
  })

  app.get<OneMail>('/dev/mails/:id/raw', async (request, reply) => {
    const kept = await findKeptMail(db, request.params.id)
    if (!kept) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(kept.rendered.raw)
  })
}

const pageAsked = (typed: unknown): number =>
  typeof typed === 'string' && /^\d{1,6}$/.test(typed) ? Number(typed) : 1
const headersIn = (raw: string): string => raw.slice(0, raw.search(/\r?\n\r?\n/))
