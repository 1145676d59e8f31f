import type { LineTerms, RewardTerms } from '#contract/line.ts'
import {
  linkOfCode,
  type LineStanding,
  type PlaceAhead,
  type RewardStanding,
} from '#contract/line-page.ts'
import type { CreditsTable, RewardCountsTable, RewardsTable } from '#server/db/line-schema.ts'
import type { Db } from '#server/db/store.ts'
import { readRegistered } from '#server/counts/goal.ts'
import { countsForPlace } from './credits.ts'
import { readHead } from './line-head.ts'
import { readPlace } from './read-place.ts'
import { offersOf } from './rewards.ts'
import { momentAt, spotEnd } from './spot-ends.ts'

/**
 * LINE-9: what a person's own pages and mails say of their place, read without a lock. Null for
 * somebody who has no place and none to come back to.
 */
export async function readStanding(
  db: Db,
  personId: string,
  terms: LineTerms,
  publicUrl: string,
  now: number,
): Promise<LineStanding | null> {
  const place = await readPlace(db, personId)
  const away = await awayAt(db, personId, now)
  if (!place && !away) return null
  const link = await readLink(db, personId)
  const credits = await creditsByState(db, personId)
  const inStates = (counts: (state: CreditsTable['state']) => boolean) =>
    credits.reduce((sum, { state, count }) => sum + (counts(state) ? count : 0), 0)
  return {
    asOf: now,
    place,
    away,
    link: link ? { url: linkOfCode(publicUrl, link.code), ...link } : null,
    counted: inStates(countsForPlace),
    countedForRewards: inStates((state) => state === 'counted'),
    lookedAt: inStates((state) => state === 'waiting'),
    rewards: await readRewards(db, personId, terms.rewards),
    registered: await readRegistered(db),
  }
}

/**
 * LINE-9: what is said to a person before the press that confirms. Null if nobody can stand in
 * line.
 */
export async function readAhead(db: Db, personId: string, now: number): Promise<PlaceAhead | null> {
  const head = await readHead(db)
  if (!head) return null
  const away = await readAway(db, personId)
  const returns = away?.until != null && away.until > now
  return {
    asOf: now,
    registered: await readRegistered(db),
    nextPlace: returns ? null : head.waiting + 1,
  }
}

/**
 * Why somebody is not in the line but keeps a place or a spot. END-1: until when a spot is held
 * follows from the pauses since its invitation.
 */
export async function awayAt(db: Db, personId: string, now: number): Promise<LineStanding['away']> {
  const away = await readAway(db, personId)
  if (away?.why !== 'invited') return away ?? null
  const spot = await db
    .selectFrom('wave_spots')
    .select(['invitedAt', 'until'])
    .where('personId', '=', personId)
    .where('state', '=', 'invited')
    .executeTakeFirst()
  return { ...away, until: spot ? spotEnd(spot, await momentAt(db, now)) : null }
}

const readAway = (db: Db, personId: string) =>
  db
    .selectFrom('line_away')
    .select(['why', 'until'])
    .where('personId', '=', personId)
    .executeTakeFirst()

const readLink = (db: Db, personId: string) =>
  db
    .selectFrom('line_links')
    .select(['code', 'name'])
    .where('personId', '=', personId)
    .executeTakeFirst()

const creditsByState = (db: Db, personId: string) =>
  db
    .selectFrom('credits')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .where('ownerId', '=', personId)
    .groupBy('state')
    .execute()

async function readRewards(
  db: Db,
  personId: string,
  terms: readonly RewardTerms[],
): Promise<RewardStanding[]> {
  const rows = await db.selectFrom('rewards').selectAll().where('personId', '=', personId).execute()
  const counts = await db.selectFrom('reward_counts').selectAll().execute()
  const offered = await offersOf(db, personId)
  return terms.map((reward) =>
    standingOf(
      reward,
      rows.find(({ step }) => step === reward.friends),
      counts.find(({ step }) => step === reward.friends),
      reward.alsoBy !== undefined && offered.has(reward.alsoBy),
    ),
  )
}

/** A reward that the person does not have is gone with its last piece. */
function standingOf(
  { friends, limit }: RewardTerms,
  row: RewardsTable | undefined,
  counts: RewardCountsTable | undefined,
  byOffer: boolean,
): RewardStanding {
  const goneAt = limit === null ? null : (counts?.goneAt ?? null)
  const own = row?.state ?? 'locked'
  const isGone = goneAt !== null && (own === 'locked' || own === 'taken-back')
  return {
    friends,
    state: byOffer ? 'yours' : isGone ? 'gone' : own,
    byOffer,
    number: row?.number ?? null,
    at: row?.at ?? null,
    dueAt: row?.dueAt ?? null,
    left: limit === null ? null : goneAt === null ? limit - (counts?.reserved ?? 0) : 0,
    goneAt,
  }
}
