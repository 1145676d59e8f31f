import type { CreditState } from '#contract/line-screens.ts'
import type { Db } from '#server/db/store.ts'

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
