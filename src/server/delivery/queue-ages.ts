import { sql } from 'kysely'
import { countRows } from '#server/db/count-rows.ts'
import type { Db } from '#server/db/open.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDueUsual } from '#server/outbox/turns.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const limits = [0, minuteMs, 5 * minuteMs, hourMs, 24 * hourMs]

/** Mails that could have left from `fromMs` to `toMs` ago. `awaited`: a visitor waits for them. */
export type QueueAge = { fromMs: number; toMs: number | null; mails: number; awaited: number }
export type QueueAges = {
  ages: QueueAge[]
  /** mails whose time is still to come */
  later: { mails: number; nextAt: number | null }
}

/** DASH-6: the due mails by age, of the oldest `most`. Those of letters follow their ramp and are left out. */
export async function readQueueAges(db: Db, most: number, now: number): Promise<QueueAges> {
  const ages: QueueAge[] = []
  const row = await agesOfOldest(db, most, now).executeTakeFirstOrThrow()
  for (const [index, fromMs] of limits.entries())
    ages.push({
      fromMs,
      toMs: limits[index + 1] ?? null,
      mails: Number(row[`mails${index}`] ?? 0),
      awaited: Number(row[`awaited${index}`] ?? 0),
    })
  const later = usual(db).where('due_at', '>', now)
  const next = await later.select('due_at').orderBy('due_at').limit(1).executeTakeFirst()
  return { ages, later: { mails: await countRows(db, later, most), nextAt: next?.due_at ?? null } }
}

/** Read by outbox_by_age. */
const usual = (db: Db) => db.selectFrom('outbox').where(isDueUsual)

export function agesOfOldest(db: Db, most: number, now: number) {
  const oldest = usual(db)
    .select(['due_at', 'priority'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
  const counts = limits.flatMap((from, index) => {
    const to = limits[index + 1]
    const isIn = sql`due_at <= ${now - from} ${to === undefined ? sql`` : sql`and due_at > ${now - to}`}`
    const count = (also: typeof isIn) =>
      sql<number | string | null>`sum(case when ${isIn} ${also} then 1 else 0 end)`
    return [
      count(sql``).as(`mails${index}`),
      count(sql`and priority = ${priorities.awaited}`).as(`awaited${index}`),
    ]
  })
  return db.selectFrom(oldest.as('oldest')).select(counts)
}

/** When the mail server last accepted a mail: of the fifty that came due last. */
export async function readLastAccepted(db: Db): Promise<number | null> {
  const latest = db
    .selectFrom('outbox')
    .select('sent_at')
    .where('state', '=', 'sent')
    .orderBy('due_at', 'desc')
    .limit(50)
  const { at } = await db
    .selectFrom(latest.as('latest'))
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}
