import { sql, type Transaction } from 'kysely'
import { mostAheadMs } from '#server/config/recent.ts'
import type { Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { friendNetworks } from '#server/line/doubts.ts'
import { longestBudgetMs } from '#server/limits/budgets.ts'
import { noteCapped } from '#server/limits/capped-budgets.ts'

/**
 * One small transaction of a deletion: about `most` rows that are as old as `before` or older (ms).
 * `from` is what the previous step returned, empty at first.
 */
export type RetentionStep = {
  engine: Store['engine']
  secretKey: string
  before: number
  now: number
  most: number
  from: string
}

/** Deletes one step and returns where the next one begins, null after the last. */
export type Forget = (trx: Transaction<Schema>, step: RetentionStep) => Promise<string | null>

/** What a step returns whose successor needs no position: null after the last step. */
export const nextUnless = (isLast: boolean) => (isLast ? null : '')

/**
 * Rows of `table` whose time `at` is old, or whose times in `neverAhead` lie ahead: what a clock that
 * was ahead made would be valid again once its time has come.
 */
export type OldRows = {
  [T in keyof Schema]: {
    table: T
    key: keyof Schema[T] & string
    at: keyof Schema[T] & string
    neverAhead?: readonly (keyof Schema[T] & string)[]
  }
}[keyof Schema]

export async function forgetOld(
  trx: Transaction<Schema>,
  { table, key, at, neverAhead = [] }: OldRows,
  { before, now, most }: RetentionStep,
): Promise<string | null> {
  const conditions = [
    sql`${sql.ref(at)} <= ${before}`,
    ...neverAhead.map((time) => sql`${sql.ref(time)} > ${now + mostAheadMs}`),
  ]
  const old = sql`
    select ${sql.ref(key)} from ${sql.table(table)}
    where ${sql.join(conditions, sql` or `)} order by ${sql.ref(at)} limit ${most}`
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${old})`.execute(trx)
  return nextUnless(numAffectedRows < most)
}

/** Deletes whole hours. An hour has many rows, so a step deletes only a few hours. */
export const forgetHours =
  (table: 'hourly_counts' | 'mail_counts'): Forget =>
  async (trx, { before, most }) => {
    const hours = await trx
      .selectFrom(table)
      .select('hour')
      .distinct()
      .where('hour', '<=', before)
      .orderBy('hour')
      .limit(Math.ceil(most / 50))
      .execute()
    if (hours.length > 0)
      await trx.deleteFrom(table).where('hour', '<=', hours.at(-1)!.hour).execute()
    return nextUnless(hours.length < Math.ceil(most / 50))
  }

/** Written as in the index outbox_by_body; otherwise each step would read every mail. */
const hasBody = sql<boolean>`(data <> '{}' or rendered is not null)`

export async function emptyMails(
  trx: Transaction<Schema>,
  { before, most }: RetentionStep,
): Promise<string | null> {
  const full = trx
    .selectFrom('outbox')
    .select('id')
    .where('state', 'not in', ['due', 'sending'])
    .where('createdAt', '<=', before)
    .where(hasBody)
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ data: '{}', rendered: null })
    .where('id', 'in', full.limit(most))
    .executeTakeFirst()
  return nextUnless(numUpdatedRows < most)
}

/** Includes mails that still wait: after this time their turns no longer matter. */
export async function forgetMailNetworks(
  trx: Transaction<Schema>,
  { before, most }: RetentionStep,
): Promise<string | null> {
  const old = trx
    .selectFrom('outbox')
    .select('id')
    .where('createdAt', '<=', before)
    // Written as in the index: SQLite uses no partial index for a value that is a parameter.
    .where(sql<boolean>`outbox.requester <> ''`)
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ requester: '' })
    .where('id', 'in', old.limit(most))
    .executeTakeFirst()
  return nextUnless(numUpdatedRows < most)
}

/** Uploads and what commands have imported. One that is worked on stays, as long as it goes on. */
export async function forgetImports(
  trx: Transaction<Schema>,
  { before, now }: RetentionStep,
): Promise<null> {
  await trx
    .deleteFrom('imports')
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('startedAt', '<=', before),
          or([eb('state', 'not in', ['checking', 'running']), eb('changedAt', '<=', before)]),
        ]),
        eb('startedAt', '>', now + mostAheadMs),
      ]),
    )
    .execute()
  return null
}

export async function forgetSourceNames(
  trx: Transaction<Schema>,
  { before, most }: RetentionStep,
): Promise<string | null> {
  const old = trx
    .selectFrom('source_names')
    .select(['name', 'kind'])
    .where('seenAt', '<=', before)
    .orderBy('seenAt')
    .limit(most)
  const names = await old.execute()
  for (const { name, kind } of names)
    await trx
      .deleteFrom('source_names')
      .where('name', '=', name)
      .where('kind', '=', kind)
      .where('seenAt', '<=', before)
      .execute()
  return nextUnless(names.length < most)
}

/**
 * A step reads this many times as many budgets as other steps delete rows. Few budgets are old, and
 * they have no index by age, because each sign-up would have to write it.
 */
const budgetsLookedAt = 10

/**
 * Networks of friends go once they no longer count, which is after `promises.lineNetworks` at the
 * latest. Also caps budgets that are further ahead than any request can cause, as `lockBudgets` does. They
 * would stay until then.
 */
export async function forgetBudgets(
  trx: Transaction<Schema>,
  { before, now, most, from }: RetentionStep,
): Promise<string | null> {
  const last = await trx
    .selectFrom('budgets')
    .select('key')
    .where('key', '>', from)
    .orderBy('key')
    .offset(most * budgetsLookedAt - 1)
    .limit(1)
    .executeTakeFirst()
  const old = trx
    .deleteFrom('budgets')
    .where('key', '>', from)
    .where(({ or, and, eb }) =>
      or([
        eb('tat', '<=', before),
        and([eb('key', 'like', `${friendNetworks}%`), eb('tat', '<=', now)]),
      ]),
    )
  await (last ? old.where('key', '<=', last.key) : old).execute()
  const ahead = trx
    .updateTable('budgets')
    .set({ tat: now + longestBudgetMs })
    .where('key', '>', from)
    .where('tat', '>', now + longestBudgetMs)
  const { numUpdatedRows } = await (
    last ? ahead.where('key', '<=', last.key) : ahead
  ).executeTakeFirst()
  if (numUpdatedRows > 0n) await noteCapped(trx, Number(numUpdatedRows), now)
  return last?.key ?? null
}
