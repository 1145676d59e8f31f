import { z } from 'zod'
import { mailViews } from '#contract/render.ts'
import { destinationKind, type DestinationConfig } from '#server/config/destination.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import { loader, notFound, ofId } from '#server/http/loader.ts'
import { mailBody, schemeField } from '#server/http/mail-body.ts'
import { isDueUsual } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'

const pageSize = 50

/** As written by `storeRendered`. */
type RenderedRow = { subject: string; html: string; text: string; raw: string }
export type KeptMail = ReturnType<typeof keptMail>['mail']

export const listFields = z.object({
  page: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .catch(1),
})
export const mailFields = ofId.extend({ view: z.enum(mailViews).catch('600'), scheme: schemeField })

/**
 * DASH-6: mails that are stored with their text, as no mail server is configured. Their links work,
 * so only operators see them, and only where no other machine is served.
 */
export const loadKeptMails = loader(listFields, async ({ config, store }, { page }) =>
  areShown(config)
    ? { screen: 'mail-kept' as const, ...(await listKeptMails(store.db, page)) }
    : notFound,
)

export const loadKeptMail = loader(mailFields, async ({ config, store }, { id, view }) => {
  const kept = areShown(config) && (await findKeptMail(store.db, id))
  return kept ? { screen: 'mail-kept-one' as const, view, ...shownMail(kept) } : notFound
})

/** The mail's HTML for the frame of its screen, with a content policy of its own. */
export const keptMailBody = loader(
  mailFields,
  async ({ config, store, publicUrl }, { id, scheme }) => {
    const kept = areShown(config) && (await findKeptMail(store.db, id))
    return kept ? mailBody(kept.rendered.html, scheme, publicUrl) : notFound
  },
)

const areShown = (config: DestinationConfig) => destinationKind(config) === 'dev mails'

/** What the screen of one mail shows beside its HTML. */
export const shownMail = ({ mail, rendered: { raw, text } }: ReturnType<typeof keptMail>) => ({
  mail,
  headers: raw.slice(0, raw.search(/\r?\n\r?\n/)),
  text,
})

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
