import { PostgresAdapter, type Selectable, type Transaction, sql } from 'kysely'
import type { LiveOffer } from '#contract/live/figures.ts'
import { insertRows } from '#server/db/rows.ts'
import type { OfferCountsTable, OfferGrantsTable } from '#server/db/launch-schema.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { takeLock } from '#server/db/locks.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { Db, Store } from '#server/db/store.ts'
import { campaignTerms, readEnds, type OfferTerms, type Terms } from './offers.ts'

/** A person whose first confirmation the transaction stores. */
export type NewlyConfirmed = Pick<Selectable<PeopleTable>, 'id' | 'createdAt' | 'placement'>

type Asked = { offer: LiveOffer; terms: OfferTerms; people: readonly NewlyConfirmed[] }

/**
 * LIVE-5: grants every offer that was open when these people signed up, in the transaction of their
 * first confirmation. Pieces are numbered from 1 in the order of confirmation. Call it just
 * before `enterLine`, and after everything else: all transactions then lock the offers' rows before
 * those of the line and of counts, which excludes a deadlock, and hold them for the shortest time.
 */
export async function grantOffers(
  trx: Transaction<Schema>,
  people: readonly NewlyConfirmed[],
  now: number,
  terms: Terms = campaignTerms,
): Promise<void> {
  const asked = await askedOffers(trx, people, now, terms)
  const counts = await lockCounts(
    trx,
    asked.flatMap(({ offer, terms: { most } }) => (most === null ? [] : [{ offer, most }])),
  )
  const grants = asked.flatMap(({ offer, terms: { most }, people: all }): OfferGrantsTable[] => {
    const given = counts.get(offer) ?? 0
    return most === null
      ? all.map(({ id }) => ({ offer, personId: id, number: null, grantedAt: now }))
      : all.slice(0, Math.max(0, most - given)).map(({ id: personId }, index) => ({
          offer,
          personId,
          number: given + index + 1,
          grantedAt: now,
        }))
  })
  await storeCounts(trx, grants, now)
  await insertRows(trx, 'grant offers', grants, (rows) =>
    trx
      .insertInto('offer_grants')
      .values(rows as OfferGrantsTable[])
      // The job for people who confirmed before may have granted an offer without pieces already.
      .onConflict((same) => same.columns(['offer', 'personId']).doNothing()),
  )
}

/** Whether a sign-up is one that the offer is for. `endsAt` is its end after moves and pauses. */
export const isGranted = (
  { createdAt, placement }: Omit<NewlyConfirmed, 'id'>,
  terms: OfferTerms,
  endsAt: number | null,
): boolean =>
  placement !== 'import' &&
  (terms.placement === null || terms.placement === placement) &&
  (terms.beginsAt === null || createdAt >= terms.beginsAt) &&
  (endsAt === null || createdAt < endsAt)

/** The offers with a limit that some of these people are granted, in one order for all writers. */
async function askedOffers(
  trx: Transaction<Schema>,
  people: readonly NewlyConfirmed[],
  now: number,
  terms: Terms,
): Promise<Asked[]> {
  const ends = await readEnds(trx, now, terms)
  return [...terms]
    .flatMap(([offer, own]) => {
      const endsAt = ends.get(offer)!
      // A clock that was ahead wrote a later time than any can be.
      const granted = people.filter(({ createdAt: at, ...person }) =>
        isGranted({ ...person, createdAt: Math.min(at, now) }, own, endsAt),
      )
      const isLimited = own.most !== null || endsAt !== null
      return isLimited && granted.length > 0 ? [{ offer, terms: own, people: granted }] : []
    })
    .sort((a, b) => (a.offer < b.offer ? -1 : 1))
}

/**
 * How many pieces were given, of the offers that have some left. On Postgres their rows stay locked
 * until the commit, so that each number is given once and in the order of the commits.
 */
async function lockCounts(
  trx: Transaction<Schema>,
  offers: readonly { offer: LiveOffer; most: number }[],
): Promise<Map<LiveOffer, number>> {
  if (offers.length === 0) return new Map()
  const names = offers.map(({ offer }) => offer)
  const found = await readLocked(trx, names)
  const missing = names.filter((offer) => !found.has(offer))
  if (missing.length === 0) return found
  await trx
    .insertInto('offer_counts')
    .values(missing.map((offer) => ({ offer, given: 0, lastAt: null })))
    .onConflict((same) => same.column('offer').doNothing())
    .execute()
  return readLocked(trx, names)
}

async function readLocked(
  trx: Transaction<Schema>,
  offers: readonly LiveOffer[],
): Promise<Map<LiveOffer, number>> {
  const query = trx
    .selectFrom('offer_counts')
    .select(['offer', 'given'])
    .where('offer', 'in', offers)
    .orderBy('offer')
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter
  const rows = await (isPostgres ? query.forUpdate() : query).execute()
  return new Map(rows.map(({ offer, given }) => [offer, given]))
}

async function storeCounts(
  trx: Transaction<Schema>,
  grants: readonly OfferGrantsTable[],
  now: number,
): Promise<void> {
  const given = new Map<LiveOffer, number>()
  for (const { offer, number } of grants) if (number !== null) given.set(offer, number)
  const rows = [...given].map(([offer, last]) => ({ offer, given: last, lastAt: now }))
  await insertRows(trx, 'count grants', rows, (values) =>
    trx
      .insertInto('offer_counts')
      .values(values as OfferCountsTable[])
      .onConflict((same) =>
        same.column('offer').doUpdateSet(({ ref }) => ({
          given: ref('excluded.given'),
          lastAt: ref('excluded.lastAt'),
        })),
      ),
  )
}

/**
 * LIVE-5: gives people who confirmed before the offer was in the campaign their pieces, once, in the
 * order of their confirmation. The row in `offer_counts` says that it is done. A server calls it before it
 * takes sign-ups.
 */
export async function grantPiecesEarlier(
  store: Pick<Store, 'db' | 'transact'>,
  now: number,
  terms: Terms = campaignTerms,
): Promise<void> {
  for (const offer of await notCounted(store.db, terms, (own) => own.most !== null))
    await store.transact(async (trx) => {
      await takeLock(trx, 'offers', 'alone')
      if (await isCounted(trx, offer)) return
      const endsAt = (await readEnds(trx, now, terms)).get(offer)!
      await grantFirst(trx, offer, { ...terms.get(offer)!, endsAt })
    })
}

/**
 * The same for offers that only a time ends, in small steps beside visitors: they have no numbers,
 * so the order does not matter. An interrupted run begins again and grants nothing twice.
 */
export async function grantOthersEarlier(
  store: Store,
  now: number,
  stopping: () => boolean,
  terms: Terms = campaignTerms,
): Promise<void> {
  const steps = smallTransactions(store)
  const ends = await readEnds(store.db, now, terms)
  for (const offer of await notCounted(store.db, terms, (own) => own.most === null)) {
    const endsAt = ends.get(offer)!
    if (endsAt === null) continue
    const own = { ...terms.get(offer)!, endsAt }
    for (let after: string | undefined = ''; after !== undefined && !stopping();) {
      const from: string = after
      after = await steps.step((trx) => grantNext(trx, offer, own, from, steps.rows()))
    }
  }
}

const isCounted = async (db: Db, offer: LiveOffer) =>
  (await db
    .selectFrom('offer_counts')
    .select('offer')
    .where('offer', '=', offer)
    .executeTakeFirst()) !== undefined

async function notCounted(
  db: Db,
  terms: Terms,
  wanted: (own: OfferTerms) => boolean,
): Promise<LiveOffer[]> {
  const rows = await db.selectFrom('offer_counts').select('offer').execute()
  const counted = new Set(rows.map(({ offer }) => offer))
  return [...terms].flatMap(([offer, own]) => (wanted(own) && !counted.has(offer) ? [offer] : []))
}

/** To the first people on the list, by the same rule as `isGranted`. */
async function grantFirst(
  trx: Transaction<Schema>,
  offer: LiveOffer,
  { most, beginsAt, endsAt, placement }: OfferTerms,
): Promise<void> {
  // The limit comes before the numbers, so that a large list is not sorted as a whole.
  const first = trx
    .selectFrom('people')
    .select(['id', 'confirmedAt'])
    .where('state', '=', 'confirmed')
    .where('confirmedAt', 'is not', null)
    .where('placement', '!=', 'import')
    .$if(placement !== null, (people) => people.where('placement', '=', placement!))
    .$if(beginsAt !== null, (people) => people.where('createdAt', '>=', beginsAt!))
    .$if(endsAt !== null, (people) => people.where('createdAt', '<', endsAt!))
    .orderBy('confirmedAt')
    .orderBy('id')
    .limit(most!)
    .as('first')
  await trx
    .insertInto('offer_grants')
    .columns(['offer', 'personId', 'number', 'grantedAt'])
    .expression(
      trx
        .selectFrom(first)
        .select([
          sql.lit(offer).as('offer'),
          'first.id',
          sql<number>`row_number() over (order by "confirmedAt", id)`.as('number'),
          sql<number>`"confirmedAt"`.as('grantedAt'),
        ]),
    )
    .execute()
  const { given, last } = await trx
    .selectFrom('offer_grants')
    .select((row) => [row.fn.max('number').as('given'), row.fn.max('grantedAt').as('last')])
    .where('offer', '=', offer)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('offer_counts')
    .values({ offer, given: given ?? 0, lastAt: last })
    .execute()
}

/**
 * Everybody, in the order of the primary key. With a condition on the state SQLite would read and
 * sort all confirmed people for each step.
 */
export const peopleAfter = (db: Db, after: string, rows: number) =>
  db
    .selectFrom('people')
    .select(['id', 'state', 'confirmedAt', 'createdAt', 'placement'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(rows)

/** Looks at the next people after an id, and returns the last of them; undefined at the end. */
async function grantNext(
  trx: Transaction<Schema>,
  offer: LiveOffer,
  own: OfferTerms,
  after: string,
  rows: number,
): Promise<string | undefined> {
  const people = await peopleAfter(trx, after, rows).execute()
  const grants = people.flatMap(({ id, state, confirmedAt: at, ...signUp }) =>
    state === 'confirmed' && at !== null && isGranted(signUp, own, own.endsAt)
      ? [{ offer, personId: id, number: null, grantedAt: at }]
      : [],
  )
  await insertRows(trx, 'grant offers earlier', grants, (values) =>
    trx
      .insertInto('offer_grants')
      .values(values as OfferGrantsTable[])
      .onConflict((same) => same.columns(['offer', 'personId']).doNothing()),
  )
  if (people.length === 0)
    await trx
      .insertInto('offer_counts')
      .values({ offer, given: 0, lastAt: null })
      .onConflict((same) => same.column('offer').doNothing())
      .execute()
  return people.at(-1)?.id
}
