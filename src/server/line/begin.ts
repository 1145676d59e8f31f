import { sql, type Transaction } from 'kysely'
import type { LineTerms } from '#contract/line/line.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { takeLock, lockedForChange } from '#server/db/locks.ts'
import type { LineHeadTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db, Store } from '#server/db/store.ts'
import { enterLineNow, standAtEnd } from './enter.ts'
import { lockLine, offsetFor, readHead } from './line.ts'
import { noteRule } from './rule.ts'

/**
 * LINE-1: begins the line, once: people who confirmed before get order numbers by the time of their
 * confirmation, and links. Where the line began before, it enters those who confirmed while the campaign had no
 * line, after all others. A server calls it before it takes confirmations. `openSlowly` opens a
 * store without the time limits of serving, because a million people take about twenty seconds. Throws
 * StartRefused where the campaign's rule is not the one that the people in the line stand by.
 */
export async function beginLine(
  store: Store,
  openSlowly: () => Promise<Store>,
  terms: LineTerms | null,
  now: number,
): Promise<void> {
  if (terms === null) return noteAbsence(store)
  const head = await readHead(store.db)
  if (head) {
    await keepRule(store, head, terms, now)
    if (head.checkedAt !== null) return
    return enterMissed(store, terms, now)
  }
  const slow = store.engine === 'sqlite' ? store : await openSlowly()
  try {
    await slow.transact((trx) => numberEarlier(trx, terms, now))
  } finally {
    if (slow !== store) await slow.close()
  }
}

async function numberEarlier(trx: Transaction<Schema>, terms: LineTerms, now: number) {
  await takeLock(trx, 'line', 'alone')
  if (await readHead(trx)) return
  const { perFriend, cap } = terms
  const keyOffset = offsetFor(terms)
  await trx
    .insertInto('line_head')
    .values({ id: 1, nextOrder: 1, perFriend, cap, keyOffset, checkedAt: null })
    .execute()
  await noteRule(trx, terms, now)
  let last: Confirmed | undefined
  do {
    const people = await confirmedAfter(trx, last)
    for (let from = 0; from < people.length; from += rowsAtOnce) {
      const ids = people.slice(from, from + rowsAtOnce).map(({ id }) => id)
      await standAtEnd(trx, (await lockLine(trx, ids.length))!, ids, { at: now, before: null })
    }
    last = people.at(-1)
  } while (last)
}

/** Postgres takes at most 65,535 parameters. */
const rowsAtOnce = 2_000

type Confirmed = { id: string; confirmedAt: number }
/** Each page sorts the rest of the list, so there are few. */
const pageSize = 50_000

const confirmedAfter = (
  trx: Transaction<Schema>,
  last: Confirmed | undefined,
): Promise<Confirmed[]> =>
  trx
    .selectFrom('people')
    .select(['id', 'confirmedAt'])
    .where('state', '=', 'confirmed')
    .$if(last !== undefined, (people) =>
      people.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('confirmedAt', 'id'), '>', tuple(last!.confirmedAt, last!.id)),
      ),
    )
    .orderBy('confirmedAt')
    .orderBy('id')
    .limit(pageSize)
    .$narrowType<{ confirmedAt: number }>()
    .execute()

/** While nobody waits, the rule follows the campaign. */
async function keepRule(
  store: Store,
  head: LineHeadTable,
  { perFriend, cap }: LineTerms,
  now: number,
) {
  if (head.perFriend === perFriend && head.cap === cap) return
  const changed = await store.transact(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('line_head')
      .set({
        perFriend,
        cap,
        keyOffset: offsetFor({ perFriend, cap }),
      })
      .where((row) =>
        row.not(row.exists(row.selectFrom('line').select('personId').where('state', '!=', 'gone'))),
      )
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await noteRule(trx, { perFriend, cap }, now)
    return numUpdatedRows > 0n
  })
  if (!changed)
    throw new StartRefused(
      `People stand in line by the rule of ${head.perFriend} for each of ${head.cap} friends, and the campaign says ${perFriend} and ${cap} (its line.ts). Set it back, or change the rule for everybody: npm run line -- rules --per-friend ${perFriend} --cap ${cap} --yes`,
    )
}

/** The next server with a line looks for people who confirmed meanwhile, and counts again. */
const noteAbsence = async ({ db }: Store): Promise<void> =>
  void (await db
    .updateTable('line_head')
    .set({ checkedAt: null })
    .where('checkedAt', 'is not', null)
    .execute())

const atOnce = 500

async function enterMissed(store: Store, terms: LineTerms, now: number): Promise<void> {
  for (let found = atOnce; found === atOnce;) {
    const ids = await missedIn(store.db)
    found = ids.length
    if (found > 0) await store.transact((trx) => enterThese(trx, ids, terms, now))
  }
}

/** Looks again with the people locked: some may have left meanwhile. */
async function enterThese(
  trx: Transaction<Schema>,
  ids: readonly string[],
  terms: LineTerms,
  now: number,
): Promise<void> {
  const people = trx.selectFrom('people').select('id').where('id', 'in', ids).orderBy('id')
  await lockedForChange(trx, people).execute()
  const missed = await missedIn(trx, ids)
  await enterLineNow(
    trx,
    missed.map((id) => ({ id, returns: true })),
    terms,
    now,
  )
}

/** Confirmed people without a place and without a spot, in the order of their confirmation. */
async function missedIn(db: Db, among?: readonly string[]): Promise<string[]> {
  const people = await db
    .selectFrom('people')
    .leftJoin('line', 'line.personId', 'people.id')
    .select('people.id')
    .where('people.state', '=', 'confirmed')
    .where(withoutPlace)
    .$if(among !== undefined, (rows) => rows.where('people.id', 'in', among!))
    .orderBy('people.confirmedAt')
    .orderBy('people.id')
    .limit(atOnce)
    .execute()
  return people.map(({ id }) => id)
}

/** Of a person on the list, beside their row of the line: nobody has let them in. */
export const withoutPlace = sql<boolean>`coalesce(line.state, 'gone') in ('left', 'gone')`
