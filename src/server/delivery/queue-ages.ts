import { sql, type RawBuilder } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Db } from '#server/db/open.ts'
import { isDueUsual, priorities } from '#server/outbox/outbox.ts'
import { afterQuiet, isQuiet } from '#server/sequence/steps.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const limits = [0, minuteMs, 5 * minuteMs, hourMs, 24 * hourMs]

type AgeTerms = { sequence: SequenceCopy | null; most: number }

/**
 * DASH-6: the due mails by age, of the oldest `most`. Those of letters follow their ramp and are left
 * out. `toMs` is null for the oldest; `awaited`: a visitor waits for them. `quiet`: in quiet hours, the
 * due steps of sequences, which are in no age before those end.
 */
export async function readQueueAges(db: Db, { sequence, most }: AgeTerms, now: number) {
  const until = sequence && isQuiet(now, sequence) ? afterQuiet(now, sequence) : null
  const row = await agesOfOldest(db, { most, quiet: until !== null }, now).executeTakeFirstOrThrow()
  const ages = limits.map((fromMs, index) => ({
    fromMs,
    toMs: limits[index + 1] ?? null,
    mails: row[`mails${index}`] ?? 0,
    awaited: row[`awaited${index}`] ?? 0,
  }))
  const later = usual(db).where('dueAt', '>', now)
  const next = await later.select('dueAt').orderBy('dueAt').limit(1).executeTakeFirst()
  return {
    ages,
    later: { mails: await countRows(db, later, most), nextAt: next?.dueAt ?? null },
    quiet: until === null ? null : { mails: row['quiet'] ?? 0, until },
  }
}

const usual = (db: Db) => db.selectFrom('outbox').where(isDueUsual)

export function agesOfOldest(
  db: Db,
  { most, quiet }: { most: number; quiet: boolean },
  now: number,
) {
  const oldest = usual(db)
    .select(['dueAt', 'priority'])
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(most)
  const count = (condition: RawBuilder<unknown>) =>
    sql<number | null>`sum(case when ${condition} then 1 else 0 end)`
  const mayLeave = quiet ? sql`priority <> ${priorities.later}` : sql`priority is not null`
  const counts = limits.flatMap((from, index) => {
    const to = limits[index + 1]
    const isIn = sql`"dueAt" <= ${now - from} ${to === undefined ? sql`` : sql`and "dueAt" > ${now - to}`}`
    return [
      count(sql`${isIn} and ${mayLeave}`).as(`mails${index}`),
      count(sql`${isIn} and priority = ${priorities.awaited}`).as(`awaited${index}`),
    ]
  })
  return db
    .selectFrom(oldest.as('oldest'))
    .select([...counts, count(sql`not (${mayLeave})`).as('quiet')])
}

/** When the mail server last accepted a mail: of the fifty that came due last. */
export async function readLastAccepted(db: Db): Promise<number | null> {
  const latest = db
    .selectFrom('outbox')
    .select('sentAt')
    .where('state', '=', 'sent')
    .orderBy('dueAt', 'desc')
    .limit(50)
  const { at } = await db
    .selectFrom(latest.as('latest'))
    .select(({ fn }) => fn.max('sentAt').as('at'))
    .executeTakeFirstOrThrow()
  return at
}
