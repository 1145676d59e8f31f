import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mailViews, type KeptMail, type KeptMailView, type MailView } from '#contract/render.ts'
import type { Db } from '#server/db/open.ts'

export type DevMailDeps = {
  db: Db
  /**
   * the origin of the links in mails; the screens may be opened under another name of this machine
   */
  publicUrl: string
  show: (request: FastifyRequest, reply: FastifyReply, view: KeptMailView) => Promise<unknown>
}

/**
 * A mail's HTML runs no script, opens nothing and loads only this server's pictures. Only its
 * screens may frame it.
 */
const bodyPolicy = (publicUrl: string) =>
  `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${publicUrl} data:; frame-ancestors 'self'`

type OneMail = { Params: { id: string }; Querystring: { view?: unknown; scheme?: unknown } }

/**
 * Shows kept mails on this machine while no mail server is configured. The caller restricts access.
 */
export function devMailRoutes(app: FastifyInstance, { db, publicUrl, show }: DevMailDeps): void {
  app.get<{ Querystring: { page?: unknown } }>('/dev/mails', async (request, reply) =>
    show(request, reply, {
      screen: 'kept-mails',
      ...(await listKeptMails(db, pageNumber(request.query.page))),
    }),
  )

  app.get<OneMail>('/dev/mails/:id', async (request, reply) => {
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

  app.get<OneMail>('/dev/mails/:id/body', async (request, reply) => {
    const kept = await findKeptMail(db, request.params.id)
    if (!kept) return reply.callNotFound()
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': bodyPolicy(publicUrl) })
      .type('text/html; charset=utf-8')
      .send(inScheme(kept.rendered.html, request.query.scheme))
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

const pageNumber = (query: unknown): number =>
  typeof query === 'string' && /^\d{1,6}$/.test(query) ? Number(query) : 1
const viewIn = (query: unknown): MailView => mailViews.find((view) => view === query) ?? '600'

/** The mail as a client with this scheme shows it, whatever scheme the reader's browser has. */
const inScheme = (html: string, scheme: unknown): string =>
  scheme === 'dark' || scheme === 'light'
    ? html
        .replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
        .replace('color-scheme:light dark', `color-scheme:${scheme}`)
    : html
const headersIn = (raw: string): string => raw.slice(0, raw.search(/\r?\n\r?\n/))

const pageSize = 50

/** As written by `storeRendered`. */
type RenderedRow = { subject: string; html: string; text: string; raw: string }
type KeptMailPage = { mails: KeptMail[]; page: number; pages: number }

/** Kept mails with their text, newest first. A page beyond the last shows the last. */
async function listKeptMails(db: Db, requested: number): Promise<KeptMailPage> {
  const { count } = await renderedMails(db)
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(count) / pageSize))
  const page = Math.min(Math.max(1, requested), pages)
  const rows = await renderedMails(db)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { mails: rows.map((row) => keptMail(row).mail), page, pages }
}

async function findKeptMail(
  db: Db,
  id: string,
): Promise<{ mail: KeptMail; rendered: RenderedRow } | null> {
  if (!/^[\da-f-]{36}$/.test(id)) return null
  const row = await renderedMails(db).select(columns).where('id', '=', id).executeTakeFirst()
  return row ? keptMail(row) : null
}

const columns = ['id', 'email', 'template', 'created_at', 'rendered'] as const
const renderedMails = (db: Db) =>
  db.selectFrom('outbox').where('state', '=', 'kept').where('rendered', 'is not', null)

function keptMail(row: {
  id: string
  email: string
  template: string
  created_at: number
  rendered: string | null
}) {
  const rendered: RenderedRow = JSON.parse(row.rendered!)
  const mail: KeptMail = {
    id: row.id,
    to: row.email,
    subject: rendered.subject,
    template: row.template,
    lang: /<html[^>]* lang="([^"]+)"/.exec(rendered.html)?.[1] ?? '',
    bytes: Buffer.byteLength(rendered.html),
    atMs: row.created_at,
  }
  return { mail, rendered }
}
