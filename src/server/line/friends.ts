import { sql } from 'kysely'
import type { CreditState, OpenCredit } from '#contract/line/screens.ts'
import type { Db } from '#server/db/store.ts'
import type { Position } from '#server/http/list.ts'

/** The states of a credit in which the friend counts for the owner's place. */
export const countingStates: readonly CreditState[] = ['counted', 'place-only']

/** How many friends of a person have a credit in each state. */
export type Friends = Readonly<Record<CreditState, number>>
export const noFriends: Friends = {
  counted: 0,
  'place-only': 0,
  waiting: 0,
  'taken-back': 0,
  refused: 0,
}

/** The friends of each of these people who has some. */
export async function readFriends(
  db: Db,
  ownerIds: readonly string[],
): Promise<Map<string, Friends>> {
  const friends = new Map<string, Friends>()
  if (ownerIds.length === 0) return friends
  const rows = await db
    .selectFrom('credits')
    .select((row) => ['ownerId', 'state', row.fn.countAll<number>().as('count')])
    .where('ownerId', 'in', ownerIds)
    .groupBy(['ownerId', 'state'])
    .execute()
  for (const { ownerId, state, count } of rows)
    friends.set(ownerId, { ...(friends.get(ownerId) ?? noFriends), [state]: count })
  return friends
}

export const friendsOf = async (db: Db, ownerId: string): Promise<Friends> =>
  (await readFriends(db, [ownerId])).get(ownerId) ?? noFriends

/** Those who count for the place. */
export const countingIn = (friends: Friends): number =>
  countingStates.reduce((sum, state) => sum + friends[state], 0)

/** Credits of a state; `isMore`: there are more than were counted. */
export type CreditCount = { credits: number; isMore: boolean; oldestAt: number | null }
const most = 1_000

/** How many credits wait and how many count for the place only, up to `most` of each. */
export const countCredits = async (db: Db): Promise<Record<OpenCredit, CreditCount>> => ({
  waiting: await countIn(db, 'waiting'),
  'place-only': await countIn(db, 'place-only'),
})

async function countIn(db: Db, state: OpenCredit): Promise<CreditCount> {
  const oldest = db.selectFrom('credits').select('at').where(isIn(state)).orderBy('at')
  const { credits, oldestAt } = await db
    .selectFrom(oldest.limit(most + 1).as('oldest'))
    .select(({ fn }) => [fn.countAll<number>().as('credits'), fn.min('at').as('oldestAt')])
    .executeTakeFirstOrThrow()
  return { credits: Math.min(credits, most), isMore: credits > most, oldestAt }
}

/**
 * The index of these states is partial: SQLite takes it only for a state in the statement's text.
 */
const isIn = (state: OpenCredit) => sql<boolean>`credits.state = ${sql.lit(state)}`

/** Credits of a state after a position, by the time of the friend's confirmation. */
export async function listCredits(
  db: Db,
  state: OpenCredit,
  { after, most }: { after?: Position | undefined; most: number },
) {
  const rows = await selectCredits(db)
    .where(isIn(state))
    .$if(after !== undefined, (credits) =>
      credits.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('credits.at', 'credits.friendId'), '>', tuple(after!.at, after!.id)),
      ),
    )
    .orderBy('credits.at')
    .orderBy('credits.friendId')
    .limit(most)
    .execute()
  return withOthers(db, rows)
}

/** The friends of one link, the newest first. */
export async function creditsOfOwner(db: Db, ownerId: string, most: number) {
  const rows = await selectCredits(db)
    .where('credits.ownerId', '=', ownerId)
    .orderBy('credits.at', 'desc')
    .orderBy('credits.friendId')
    .limit(most)
    .execute()
  return withOthers(db, rows)
}

/** The credit of a person who came by a link; null for everybody else. */
export async function creditOfFriend(db: Db, friendId: string) {
  const rows = await selectCredits(db).where('credits.friendId', '=', friendId).execute()
  return (await withOthers(db, rows))[0] ?? null
}

const selectCredits = (db: Db) =>
  db
    .selectFrom('credits')
    .innerJoin('people as friend', 'friend.id', 'credits.friendId')
    .innerJoin('people as owner', 'owner.id', 'credits.ownerId')
    .select(['friendId', 'friend.email as friendEmail', 'ownerId', 'owner.email as ownerEmail'])
    .select(['credits.state', 'reason', 'at', 'ruledAt', 'ruledBy'])

type StoredCredit = Awaited<ReturnType<ReturnType<typeof selectCredits>['execute']>>[number]

/** A friend who confirmed by the link of `owner`. `others`: the other friends of this link. */
export type CreditRow = Awaited<ReturnType<typeof withOthers>>[number]

async function withOthers(db: Db, rows: readonly StoredCredit[]) {
  const ofOwners = await readFriends(db, [...new Set(rows.map((row) => row.ownerId))])
  return rows.map(({ friendId, friendEmail, ownerId, ownerEmail, ...row }) => {
    const all = ofOwners.get(ownerId) ?? noFriends
    return {
      ...row,
      friend: { id: friendId, email: friendEmail },
      owner: { id: ownerId, email: ownerEmail },
      others: { ...all, [row.state]: Math.max(0, all[row.state] - 1) },
    }
  })
}
