import { sql, type ExpressionBuilder, type RawBuilder, type Transaction } from 'kysely'
import { isRunning } from '#contract/launch/launch.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { count } from '#server/counts/count.ts'
import { countsOfRemoval } from '#server/counts/counted.ts'
import { journalHash } from '#server/db/journal-file.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db, Store } from '#server/db/store.ts'
import { longestBudgetMs, noteCapped } from '#server/limits/budgets.ts'
import { friendNetworks } from '#server/line/doubts.ts'
import { erasePerson, rememberErased } from '#server/signup/erasure.ts'
import { deleteOnce } from '#server/signup/once-requests.ts'

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
const nextUnless = (isLast: boolean) => (isLast ? null : '')

/**
 * Rows of `table` whose time `at` is old and that meet `where`, or whose times in `neverAhead` lie
 * ahead: what a clock that was ahead made would be valid again once its time has come. They are
 * deleted, or their columns in `emptied` get these values. Conditions are written as in the indexes:
 * SQLite uses no partial index for a value that is a parameter.
 */
export type OldRows = {
  [T in keyof Schema]: {
    table: T
    key: readonly (keyof Schema[T] & string)[]
    at: keyof Schema[T] & string
    where?: (before: number) => RawBuilder<unknown>
    neverAhead?: readonly (keyof Schema[T] & string)[]
    emptied?: { [Column in keyof Schema[T]]?: string | null }
  }
}[keyof Schema]

export async function forgetOld(
  trx: Transaction<Schema>,
  { table, key, at, where, neverAhead = [], emptied }: OldRows,
  { before, now, most }: RetentionStep,
): Promise<string | null> {
  const isOld = sql`${sql.ref(at)} <= ${before} ${where ? sql`and ${where(before)}` : sql``}`
  const isAhead = neverAhead.map((time) => sql`${sql.ref(time)} > ${now + mostAheadMs}`)
  const isExpired = sql`(${sql.join([isOld, ...isAhead], sql` or `)})`
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const change = emptied
    ? sql`update ${sql.table(table)} set ${sql.join(
        Object.entries(emptied).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )}`
    : sql`delete from ${sql.table(table)}`
  // Checked again by the change: another transaction may have renewed a row meanwhile.
  const { numAffectedRows = 0n } = await sql`${change} where (${keys}) in (
    select ${keys} from ${sql.table(table)} where ${isExpired} order by ${sql.ref(at)} limit ${most}
  ) and ${isExpired}`.execute(trx)
  return nextUnless(numAffectedRows < most)
}

/**
 * Deletes people who never confirmed, unless their confirm link still works or a mail to them is
 * queued. It stores a keyed hash of each address that had left, so that no import adds it again.
 */
export async function forgetUnconfirmed(
  trx: Transaction<Schema>,
  { engine, secretKey, before, now, most }: RetentionStep,
): Promise<string | null> {
  const isForgettable = forgettable(before, now)
  const old = trx.selectFrom('people').select('people.id').where(isForgettable).limit(most)
  const people = await (engine === 'postgres' ? old.forUpdate().skipLocked() : old).execute()
  // Checked again under the lock: a person may have confirmed or signed up again meanwhile.
  const gone =
    people.length === 0
      ? []
      : await trx
          .deleteFrom('people')
          .where(
            'id',
            'in',
            people.map(({ id }) => id),
          )
          .where(isForgettable)
          .returning(['email', 'state', 'placement'])
          .execute()
  await rememberErased(
    trx,
    gone
      .filter(({ state }) => state === 'unsubscribed')
      .map(({ email }) => journalHash(secretKey, email)),
    now,
  )
  count(
    trx,
    gone.flatMap((person) => countsOfRemoval(person, now)),
  )
  return nextUnless(people.length < most)
}

/** A condition on `people`: never confirmed, old, and without a valid link or a queued mail. */
const forgettable =
  (before: number, now: number) =>
  ({ and, or, eb, not, exists, selectFrom }: ExpressionBuilder<Schema, 'people'>) =>
    and([
      eb('state', 'in', ['unconfirmed', 'unsubscribed']),
      eb('confirmedAt', 'is', null),
      eb('createdAt', '<=', before),
      // The sign-up of an imported person may be old.
      or([eb('importedAt', 'is', null), eb('importedAt', '<=', before)]),
      not(
        exists(
          selectFrom('link_tokens')
            .select('hash')
            .whereRef('link_tokens.personId', '=', 'people.id')
            .where('purpose', '=', 'confirm')
            .where('expiresAt', '>', now),
        ),
      ),
      not(
        exists(
          selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.personId', '=', 'people.id')
            .where('outbox.state', 'in', ['due', 'sending']),
        ),
      ),
    ])

/** END-3: addresses whose request for one mail was not confirmed. */
export const forgetUnconfirmedRequests: Forget = (trx, step) =>
  forgetOldRequests(trx, step, { unconfirmed: true })

/** END-3: after 12 months also those that were confirmed, if their mail was not sent. */
export const forgetRequests: Forget = (trx, step) =>
  forgetOldRequests(trx, step, { unconfirmed: false })

async function forgetOldRequests(
  trx: Transaction<Schema>,
  { before, most }: RetentionStep,
  { unconfirmed }: { unconfirmed: boolean },
): Promise<string | null> {
  const old = await trx
    .selectFrom('once_requests')
    .select('email')
    .where('requestedAt', '<=', before)
    .$if(unconfirmed, (rows) => rows.where('confirmedAt', 'is', null))
    .orderBy('requestedAt')
    .limit(most)
    .execute()
  await deleteOnce(
    trx,
    old.map(({ email }) => email),
  )
  return nextUnless(old.length < most)
}

/** END-3: when the list is erased, in ms; null unless it is launched and has a date. */
export async function readErasure(
  db: Db | Transaction<Schema>,
  now: number,
): Promise<number | null> {
  const launched = (await readLaunchPeriods(db)).find(
    (period) => period.state === 'launched' && isRunning(period, now),
  )
  return launched?.eraseAt ?? null
}

/** END-3: erases everybody, once the date of the launch has come. */
export async function forgetLaunchedList(
  trx: Transaction<Schema>,
  { secretKey, now, most }: RetentionStep,
): Promise<string | null> {
  const eraseAt = await readErasure(trx, now)
  if (eraseAt === null || eraseAt > now) return null
  const people = await trx.selectFrom('people').select('email').limit(most).execute()
  for (const { email } of people) await erasePerson(trx, email, secretKey, now)
  return nextUnless(people.length < most)
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
