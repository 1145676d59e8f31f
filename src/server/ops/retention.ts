import { sql, type ExpressionBuilder, type Transaction } from 'kysely'
import { journalHash } from '#server/db/journal.ts'
import type { Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import { longestBudgetMs } from '#server/limits/budgets.ts'
import { noteCapped } from '#server/limits/capped-budgets.ts'
import { rememberErased } from '#server/signup/erasure.ts'
import { namesKeptMs } from '#server/signup/sources.ts'

const dayMs = 24 * 3_600_000

/** About `most` of what is as old as `before` or older; `from` is what the step before answered. */
type Step = {
  engine: Store['engine']
  secretKey: string
  before: number
  now: number
  most: number
  from: string
}
/** `forget` answers where the next step begins, null after the last. */
export type Kind = {
  what: string
  keptMs: number
  forget: (trx: Transaction<Schema>, step: Step) => Promise<string | null>
}

/** Everything that is kept for a time, and for how long: the table in docs/operating.md, of which the privacy page speaks too. */
export const kinds: readonly Kind[] = [
  { what: 'addresses that were never confirmed', keptMs: 30 * dayMs, forget: forgetUnconfirmed },
  { what: 'fingerprints of links that no longer work', keptMs: 0, forget: forgetLinks },
  {
    what: 'budgets: keyed fingerprints of network addresses, mailboxes and their domains',
    keptMs: 7 * dayMs,
    forget: forgetBudgets,
  },
  {
    what: 'keyed fingerprints of the networks whose requests queued a mail',
    keptMs: 7 * dayMs,
    forget: forgetMailNetworks,
  },
  { what: 'data and rendered bodies of mails', keptMs: 30 * dayMs, forget: emptyMails },
  {
    what: 'counts of what was seen and pressed on the page',
    keptMs: 400 * dayMs,
    forget: forgetCounts,
  },
  {
    what: 'counts of sign-ups by source and place on the page',
    keptMs: 400 * dayMs,
    forget: forgetSourceCounts,
  },
  {
    what: 'names of sources that did not come again',
    keptMs: namesKeptMs,
    forget: forgetSourceNames,
  },
]

/** Deletes what has been kept long enough, in steps between which visitors get their turn. What is left when the program stops waits for the next time. */
export async function forget({
  store,
  secretKey,
  now,
  stopping = () => false,
}: {
  store: Store
  secretKey: string
  now: number
  stopping?: () => boolean
}): Promise<void> {
  const steps = smallTransactions(store)
  for (const { keptMs, forget } of kinds) {
    for (let from: string | null = ''; from !== null && !stopping();) {
      const step: Step = {
        engine: store.engine,
        secretKey,
        before: now - keptMs,
        now,
        most: steps.rows(),
        from,
      }
      from = await steps.step((trx) => forget(trx, step))
    }
  }
  if (!stopping()) await store.emptyWal()
}

/** Where the next step finds the rest by itself. */
const unless = (last: boolean) => (last ? null : '')

/**
 * Deletes people who never confirmed. It keeps those whose confirm link still works or whose mail is still to be sent, and those
 * who were once confirmed. A keyed hash of an address that was removed stays, so that no import adds it again.
 */
async function forgetUnconfirmed(
  trx: Transaction<Schema>,
  { engine, secretKey, before, now, most }: Step,
): Promise<string | null> {
  const forgettable = ({
    and,
    or,
    eb,
    not,
    exists,
    selectFrom,
  }: ExpressionBuilder<Schema, 'people'>) =>
    and([
      eb('state', 'in', ['unconfirmed', 'unsubscribed']),
      eb('confirmed_at', 'is', null),
      eb('created_at', '<=', before),
      // The sign-up of an imported person may lie long ago.
      or([eb('imported_at', 'is', null), eb('imported_at', '<=', before)]),
      not(
        exists(
          selectFrom('link_tokens')
            .select('hash')
            .whereRef('link_tokens.person_id', '=', 'people.id')
            .where('purpose', '=', 'confirm')
            .where('expires_at', '>', now),
        ),
      ),
      not(
        exists(
          selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.person_id', '=', 'people.id')
            .where('outbox.state', 'in', ['due', 'sending']),
        ),
      ),
    ])
  const old = trx.selectFrom('people').select('people.id').where(forgettable).limit(most)
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
          .where(forgettable)
          .returning(['email', 'state'])
          .execute()
  await rememberErased(
    trx,
    gone
      .filter(({ state }) => state === 'unsubscribed')
      .map(({ email }) => journalHash(secretKey, email)),
    now,
  )
  return unless(people.length < most)
}

async function forgetLinks(
  trx: Transaction<Schema>,
  { before, most }: Step,
): Promise<string | null> {
  const { numDeletedRows } = await trx
    .deleteFrom('link_tokens')
    .where(
      'hash',
      'in',
      trx
        .selectFrom('link_tokens')
        .select('hash')
        .where('expires_at', '<=', before)
        .orderBy('expires_at')
        .limit(most),
    )
    .executeTakeFirst()
  return unless(numDeletedRows < most)
}

/** So many times as many are looked at as are deleted elsewhere: few are old, and none is found by its age, which would be an index that each sign-up writes. */
const budgetsLookedAt = 10

/** One that is further ahead than any can be would stay until then: it is capped, as where it is read. */
async function forgetBudgets(
  trx: Transaction<Schema>,
  { before, now, most, from }: Step,
): Promise<string | null> {
  const last = await trx
    .selectFrom('budgets')
    .select('key')
    .where('key', '>', from)
    .orderBy('key')
    .offset(most * budgetsLookedAt - 1)
    .limit(1)
    .executeTakeFirst()
  const old = trx.deleteFrom('budgets').where('key', '>', from).where('tat', '<=', before)
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

/** Written as the index outbox_by_body has it, or every mail that ever was would be looked at. */
const hasBody = sql<boolean>`(data <> '{}' or rendered is not null)`

async function emptyMails(
  trx: Transaction<Schema>,
  { before, most }: Step,
): Promise<string | null> {
  const full = trx
    .selectFrom('outbox')
    .select('id')
    .where('state', 'not in', ['due', 'sending'])
    .where('created_at', '<=', before)
    .where(hasBody)
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ data: '{}', rendered: null })
    .where('id', 'in', full.limit(most))
    .executeTakeFirst()
  return unless(numUpdatedRows < most)
}

/** Also of mails that still wait: their order among other networks' mails then no longer matters. */
async function forgetMailNetworks(
  trx: Transaction<Schema>,
  { before, most }: Step,
): Promise<string | null> {
  const old = trx
    .selectFrom('outbox')
    .select('id')
    .where('created_at', '<=', before)
    // Written as the index has it: SQLite takes no partial index for a value that is a parameter.
    .where(sql<boolean>`outbox.requester <> ''`)
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set({ requester: '' })
    .where('id', 'in', old.limit(most))
    .executeTakeFirst()
  return unless(numUpdatedRows < most)
}

function forgetCounts(trx: Transaction<Schema>, step: Step): Promise<string | null> {
  return forgetHours(trx, 'event_counts', step)
}

function forgetSourceCounts(trx: Transaction<Schema>, step: Step): Promise<string | null> {
  return forgetHours(trx, 'source_counts', step)
}

/** An hour has a row for each event and place on the page, so that a few hours are a step. */
async function forgetHours(
  trx: Transaction<Schema>,
  table: 'event_counts' | 'source_counts',
  { before, most }: Step,
): Promise<string | null> {
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
  return unless(hours.length < Math.ceil(most / 50))
}

async function forgetSourceNames(
  trx: Transaction<Schema>,
  { before, most }: Step,
): Promise<string | null> {
  const old = trx
    .selectFrom('source_names')
    .select(['name', 'kind'])
    .where('seen_at', '<=', before)
    .orderBy('seen_at')
    .limit(most)
  const names = await old.execute()
  for (const { name, kind } of names)
    await trx
      .deleteFrom('source_names')
      .where('name', '=', name)
      .where('kind', '=', kind)
      .where('seen_at', '<=', before)
      .execute()
  return unless(names.length < most)
}
