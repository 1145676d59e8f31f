import type { CreditsTable } from '#server/db/line-schema.ts'
import type { Db } from '#server/db/store.ts'

type State = CreditsTable['state']

/** The states of a credit in which the friend counts for the owner's place. */
export const countingStates: readonly State[] = ['counted', 'place-only']

/** How many friends of a person have a credit in each state. */
export async function countFriends(db: Db, ownerId: string): Promise<ReadonlyMap<State, number>> {
  const rows = await db
    .selectFrom('credits')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .where('ownerId', '=', ownerId)
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** Those who count for the place. */
export const countingIn = (friends: ReadonlyMap<State, number>): number =>
  countingStates.reduce((sum, state) => sum + (friends.get(state) ?? 0), 0)
