import { sql, type SelectQueryBuilder, type Transaction } from 'kysely'
import type { LiveOffer } from '#contract/live-figures.ts'
import { insertRows } from '#server/db/rows.ts'
import type { OfferGrantsTable } from '#server/db/launch-schema.ts'
import { takeLock } from '#server/db/locks.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { Db, Store } from '#server/db/store.ts'
import { isGranted } from './grant-offers.ts'
import { campaignTerms, readEnd, type OfferTerms, type Terms } from './offers.ts'

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
      await grantFirst(trx, offer, {
        ...terms.get(offer)!,
        endsAt: await readEnd(trx, offer, now, terms),
      })
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
  for (const offer of await notCounted(store.db, terms, (own) => own.most === null)) {
    const endsAt = await readEnd(store.db, offer, now, terms)
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

/** The people on the list whom the offer is granted, by the same rule as `isGranted`. */
const grantedPeople = (
  db: Db,
  { beginsAt, endsAt, placement }: OfferTerms,
): SelectQueryBuilder<Schema, 'people', object> =>
  db
    .selectFrom('people')
    .where('state', '=', 'confirmed')
    .where('confirmedAt', 'is not', null)
    .where('placement', '!=', 'import')
    .$if(placement !== null, (people) => people.where('placement', '=', placement!))
    .$if(beginsAt !== null, (people) => people.where('createdAt', '>=', beginsAt!))
    .$if(endsAt !== null, (people) => people.where('createdAt', '<', endsAt!))

async function grantFirst(
  trx: Transaction<Schema>,
  offer: LiveOffer,
  own: OfferTerms,
): Promise<void> {
  // The limit comes before the numbers, so that a large list is not sorted as a whole.
  const first = grantedPeople(trx, own)
    .select(['id', 'confirmedAt'])
    .orderBy('confirmedAt')
    .orderBy('id')
    .limit(own.most!)
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
