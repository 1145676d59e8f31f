import type { Store } from '#server/db/store.ts'
import type { Upkeep } from './upkeep.ts'
import { dayMs } from './credits.ts'
import { recountBuckets, recountHead } from './recount-buckets.ts'
import type { Recount, RecountOptions, RecountPart } from './recount-part.ts'
import { recountFriends, recountPeople } from './recount-people.ts'
import { recountRewards } from './recount-rewards.ts'

/**
 * LINE-1: compares the line with what it is made of, and repairs what differs. An older server in a
 * rolling upgrade, or an operator's SQL, can leave such differences. People come first, because the
 * counts follow from them.
 */
export async function recountLine(store: Store, options: RecountOptions): Promise<Recount> {
  const found: Recount = {
    counts: 0,
    keys: 0,
    head: 0,
    friends: 0,
    rewards: 0,
    notConfirmed: 0,
    withoutPlace: 0,
    erased: 0,
  }
  const parts: RecountPart[] = [
    recountPeople,
    recountFriends,
    recountRewards,
    recountBuckets,
    recountHead,
  ]
  for (const part of parts)
    if (!options.stopping?.()) Object.assign(found, await part(store, options))
  return found
}

export const isSound = (found: Recount): boolean => Object.values(found).every((n) => n === 0)

/** Once a day one of all servers recounts, repairs, and logs what it found. */
export async function recountDaily(store: Store, { log, now, stopping }: Upkeep): Promise<void> {
  if (!(await claimRecount(store, now))) return
  const found = await recountLine(store, { repair: true, now, stopping })
  if (!isSound(found)) log.warn({ found }, 'the line was counted again and repaired')
}

async function claimRecount({ db }: Store, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('line_head')
    .set({ checkedAt: now })
    .where('id', '=', 1)
    .where((row) =>
      row.or([
        row('checkedAt', 'is', null),
        row('checkedAt', '<=', now - dayMs),
        // a clock that was ahead
        row('checkedAt', '>', now),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
