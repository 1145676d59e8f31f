import type { FastifyReply } from 'fastify'
import { mailViews, type MailView } from '#contract/render.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import { isDueUsual } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'

/** Sends the HTML of a mail for a frame of its screen. */
export const sendMailBody = (
  reply: FastifyReply,
  html: string,
  scheme: unknown,
  publicUrl: string,
) =>
  reply
    .headers({
      'cache-control': 'no-store, no-transform',
      'content-security-policy': bodyPolicy(publicUrl),
    })
    .type('text/html; charset=utf-8')
    .send(inScheme(html, scheme))

/**
 * A mail's HTML runs no script, opens nothing and loads only this server's pictures. Only its
 * screens may frame it.
 */
const bodyPolicy = (publicUrl: string) =>
  `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${publicUrl} data:; frame-ancestors 'self'`

export const pageNumber = (query: unknown): number =>
  typeof query === 'string' && /^\d{1,6}$/.test(query) ? Number(query) : 1
export const viewIn = (query: unknown): MailView =>
  mailViews.find((view) => view === query) ?? '600'

/** The mail as a client with this scheme shows it, whatever scheme the reader's browser has. */
const inScheme = (html: string, scheme: unknown): string =>
  scheme === 'dark' || scheme === 'light'
    ? html
        .replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
        .replace('color-scheme:light dark', `color-scheme:${scheme}`)
    : html
export const headersIn = (raw: string): string => raw.slice(0, raw.search(/\r?\n\r?\n/))

const pageSize = 50

/** As written by `storeRendered`. */
type RenderedRow = { subject: string; html: string; text: string; raw: string }
export type KeptMail = ReturnType<typeof keptMail>['mail']

/** Kept mails with their text, newest first. A page beyond the last shows the last. */
export async function listKeptMails(db: Db, requested: number) {
  const { count } = await renderedMails(db)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const page = Math.min(Math.max(1, requested), pages)
  const rows = await renderedMails(db)
    .select(columns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { mails: rows.map((row) => keptMail(row).mail), page, pages }
}

export async function findKeptMail(db: Db, id: string) {
  if (!/^[\da-f-]{36}$/.test(id)) return null
  const row = await renderedMails(db).select(columns).where('id', '=', id).executeTakeFirst()
  return row ? keptMail(row) : null
}

const columns = ['id', 'email', 'template', 'createdAt', 'rendered'] as const

const renderedMails = (db: Db) =>
  db.selectFrom('outbox').where('state', '=', 'kept').where('rendered', 'is not', null)

function keptMail({ rendered: json, ...row }: Pick<OutboxTable, (typeof columns)[number]>) {
  const rendered: RenderedRow = JSON.parse(json!)
  const mail = {
    ...row,
    subject: rendered.subject,
    lang: /<html[^>]* lang="([^"]+)"/.exec(rendered.html)?.[1] ?? '',
    bytes: Buffer.byteLength(rendered.html),
  }
  return { mail, rendered }
}

const mostAtOnce = 200

/**
 * On a public address without a mail server: due mails become `kept`, without text or links, until
 * the operator releases them. They keep their requester for the turn that they take then. Mails of
 * letters wait for a mail server. Returns their number, at most 200.
 */
export const keepDueMails = (store: Store, now: number): Promise<number> =>
  store.transact(async (trx) => {
    const due = await trx
      .selectFrom('outbox')
      .select('id')
      .where(isDueUsual)
      .where('dueAt', '<=', now)
      .limit(mostAtOnce)
      .execute()
    if (due.length === 0) return 0
    await trx
      .updateTable('outbox')
      .set({ state: 'kept', waits: waitsFor.time, reason: 'no mail server is configured' })
      .where('state', '=', 'due')
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    return due.length
  })
