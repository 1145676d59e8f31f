import {
  type LineStanding,
  linkOfCode,
  type PlaceAhead,
  type RewardStanding,
} from '#contract/line/standing.ts'
import { type LineTerms, type RewardTerms, spotCodeText } from '#contract/line/line.ts'
import type { LineValues } from '#contract/render.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type {
  LineTable,
  RewardCountsTable,
  RewardsTable,
  WaveSpotsTable,
} from '#server/db/line-schema.ts'
import type { Db } from '#server/db/store.ts'
import { readRegistered } from '#server/counts/count.ts'
import { countingIn, friendsOf } from './friends.ts'
import { readHead, readPlace } from './line.ts'
import { offersOf } from './rewards.ts'
import { codeOfSpot, momentAt, spotEnd } from './spots.ts'

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
  const row = await readLine(db, personId)
  const away = row ? await awayOf(db, personId, row, now) : null
  if (!row || (!place && !away)) return null
  const { code, name } = row
  const friends = await friendsOf(db, personId)
  return {
    asOf: now,
    place,
    away,
    link: { url: linkOfCode(publicUrl, code), code, name },
    counted: countingIn(friends),
    countedForRewards: friends.counted,
    lookedAt: friends.waiting,
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
  const row = await readLine(db, personId)
  const returns = row?.state === 'left' && row.until! > now
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
  const row = await readLine(db, personId)
  return row ? awayOf(db, personId, row, now) : null
}

async function awayOf(
  db: Db,
  personId: string,
  { state: why, until }: Pick<LineTable, 'state' | 'until'>,
  now: number,
): Promise<LineStanding['away']> {
  if (why === 'waiting' || why === 'gone') return null
  if (why !== 'invited') return { why, until }
  const spot = await db
    .selectFrom('wave_spots')
    .select(['invitedAt', 'until'])
    .where('personId', '=', personId)
    .where('state', '=', 'invited')
    .executeTakeFirst()
  return { why, until: spot ? spotEnd(spot, await momentAt(db, now)) : null }
}

const readLine = (db: Db, personId: string) =>
  db
    .selectFrom('line')
    .select(['state', 'until', 'code', 'name'])
    .where('personId', '=', personId)
    .executeTakeFirst()

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

/** LINE-8: a spot that is held for its person, or that they took: a shop takes its code. */
export const statesWithCode: readonly WaveSpotsTable['state'][] = ['invited', 'came']

/** LETTER-1, LINE-10: what a letter says of a person, as it is sent. */
export async function readLineValues(
  db: Db,
  personId: string,
  { secrets, publicUrl }: { secrets: Secrets; publicUrl: string },
): Promise<LineValues> {
  const place = await readPlace(db, personId)
  const link = await readLine(db, personId)
  const spot = await db
    .selectFrom('wave_spots')
    .select(['id', 'codeHash'])
    .where('personId', '=', personId)
    .where('state', 'in', statesWithCode)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const code = spot ? codeOfSpot(secrets, spot) : null
  return {
    ...(place && { place: place.place }),
    ...(link && { link: linkOfCode(publicUrl, link.code) }),
    ...(code !== null && { code: spotCodeText(code) }),
  }
}
