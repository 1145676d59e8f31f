import { PostgresAdapter, type Selectable, type Transaction } from 'kysely'
import type { LiveOffer } from '#contract/live-figures.ts'
import { insertRows } from '#server/db/rows.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { OfferCountsTable, OfferGrantsTable } from '#server/db/launch-schema.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { endOf, readOfferMoves, campaignTerms, type OfferTerms, type Terms } from './offers.ts'

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
  const grants = asked.flatMap(({ offer, terms: { most }, people: all }) => {
    const given = counts.get(offer) ?? 0
    return most === null
      ? all.map(({ id }) => grantOf(offer, id, null, now))
      : all
          .slice(0, Math.max(0, most - given))
          .map(({ id }, index) => grantOf(offer, id, given + index + 1, now))
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
  const moves = await readOfferMoves(trx)
  const periods = await readLaunchPeriods(trx)
  return [...terms]
    .flatMap(([offer, own]) => {
      const { endsAt } = endOf(
        own,
        moves.filter((move) => move.offer === offer),
        periods,
        now,
      )
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

const grantOf = (
  offer: LiveOffer,
  personId: string,
  number: number | null,
  now: number,
): OfferGrantsTable => ({ offer, personId, number, grantedAt: now })
