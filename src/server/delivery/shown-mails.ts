import type { KeptMail } from '#contract/render.ts'
import type { Db } from '#server/db/open.ts'

const pageSize = 50

/** As `keepClaimed` stored it. */
export type RenderedRow = { subject: string; html: string; text: string; raw: string }
export type KeptMailPage = { mails: KeptMail[]; page: number; pages: number }

/** Kept mails with their text, newest first; a page beyond the last is the last. */
export async function listKeptMails(db: Db, asked: number): Promise<KeptMailPage> {
  const { count } = await shown(db)
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(count) / pageSize))
  const page = Math.min(Math.max(1, asked), pages)
  const rows = await shown(db)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { mails: rows.map((row) => keptMail(row).mail), page, pages }
}

export async function findKeptMail(
  db: Db,
  id: string,
): Promise<{ mail: KeptMail; rendered: RenderedRow } | null> {
  if (!/^[\da-f-]{36}$/.test(id)) return null
  const row = await shown(db).select(columns).where('id', '=', id).executeTakeFirst()
  return row ? keptMail(row) : null
}

const columns = ['id', 'email', 'template', 'created_at', 'rendered'] as const
const shown = (db: Db) =>
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
    atMs: row.created_at,
  }
  return { mail, rendered }
}
