import { sql, type Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { takeLock } from '#server/db/erasure-lock.ts'
import type { LineHeadTable } from '#server/db/line-schema.ts'
import { lockedForChange } from '#server/db/lock-people.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db, Store } from '#server/db/store.ts'
import { enterLineNow } from './change-line.ts'
import { addLinks } from './codes.ts'
import { countKeys } from './count-keys.ts'
import { offsetFor, readHead } from './line-head.ts'

/**
 * LINE-1: begins the line, once: people who confirmed before get order numbers by the time of their
 * confirmation, and links. Where the line began before, it enters those who confirmed while the campaign had no
 * line, after all others. A server calls it before it takes confirmations. `openSlowly` opens a
 * store without the time limits of serving, because a million people take about ten seconds. Throws
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
  const offset = offsetFor(terms)
  await sql`insert into line ("personId", "order", friends, key)
    select id, place, 0, ${sql.lit(offset)} + place from (
      select id, row_number() over (order by "confirmedAt", id) as place from people where state = 'confirmed'
    ) as confirmed`.execute(trx)
  await countKeys(trx)
  const { waiting } = await trx
    .selectFrom('line')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('line_head')
    .values({
      id: 1,
      nextOrder: waiting + 1,
      waiting,
      perFriend: terms.perFriend,
      cap: terms.cap,
      keyOffset: offset,
      checkedAt: null,
    })
    .execute()
  await addEarlierLinks(trx, now)
  await noteRule(trx, terms, now)
}

const linksAtOnce = 10_000

/** LINE-3: links for everybody in the line. */
async function addEarlierLinks(trx: Transaction<Schema>, now: number): Promise<void> {
  for (let after = 0; ;) {
    const people = await trx
      .selectFrom('line')
      .select(['personId', 'order'])
      .where('order', '>', after)
      .orderBy('order')
      .limit(linksAtOnce)
      .execute()
    if (people.length === 0) return
    after = people.at(-1)!.order
    await addLinks(
      trx,
      people.map((row) => ({ personId: row.personId, firstPlace: null })),
      now,
    )
  }
}

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
      .where('waiting', '=', 0)
      .where((row) => row.not(row.exists(row.selectFrom('line_away').select('personId'))))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await noteRule(trx, { perFriend, cap }, now)
    return numUpdatedRows > 0n
  })
  if (!changed)
    throw new StartRefused(
      `People stand in line by the rule of ${head.perFriend} for each of ${head.cap} friends, and the campaign says ${perFriend} and ${cap} (src/campaign/line.ts). Set it back, or change the rule for everybody: npm run line -- rules --per-friend ${perFriend} --cap ${cap} --yes`,
    )
}

/** LINE-1: the rules page names the dates of changes. */
export const noteRule = (
  trx: Transaction<Schema>,
  { perFriend, cap }: Pick<LineTerms, 'perFriend' | 'cap'>,
  now: number,
) =>
  trx
    .insertInto('line_rules')
    .values({ at: now, perFriend, cap })
    .onConflict((same) => same.column('at').doUpdateSet({ perFriend, cap }))
    .execute()

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
async function missedIn(
  db: Db | Transaction<Schema>,
  among?: readonly string[],
): Promise<string[]> {
  const people = await db
    .selectFrom('people')
    .leftJoin('line', 'line.personId', 'people.id')
    .leftJoin('line_away', 'line_away.personId', 'people.id')
    .select('people.id')
    .where('people.state', '=', 'confirmed')
    .where('line.personId', 'is', null)
    .where((row) => row.or([row('why', 'is', null), row('why', '=', 'left')]))
    .$if(among !== undefined, (rows) => rows.where('people.id', 'in', among!))
    .orderBy('people.confirmedAt')
    .orderBy('people.id')
    .limit(atOnce)
    .execute()
  return people.map(({ id }) => id)
}
