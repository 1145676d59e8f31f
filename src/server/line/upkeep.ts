import type { Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import type { Log } from '#server/config/log.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { Store } from '#server/db/store.ts'
import { isSound, recountLine } from './check.ts'
import { dayMs, ruledBefore, setCreditState, settleFriends } from './credits.ts'
import { forgetReturn } from './enter.ts'
import { lockLine } from './head.ts'

/** The dependencies of the jobs of the line. They work in small steps, beside visitors. */
export type Upkeep = { terms: LineTerms; log: Log; now: number; stopping: () => boolean }

/** LINE-5: a credit that nobody ruled on for a week counts for the place, not for rewards. */
export const countOverdueCredits = (store: Store, upkeep: Upkeep): Promise<void> =>
  inSteps(store, upkeep, async (trx, rows) => {
    const { terms, now } = upkeep
    const head = await lockLine(trx)
    if (!head) return 0
    const credits = await trx
      .selectFrom('credits')
      .select(['friendId', 'ownerId'])
      .where('state', '=', 'waiting')
      .where('at', '<=', ruledBefore(terms, now))
      .orderBy('at')
      .limit(rows)
      .execute()
    if (credits.length === 0) return 0
    const friends = credits.map(({ friendId }) => friendId)
    await setCreditState(trx, friends, 'place-only', now)
    for (const owner of new Set(credits.map(({ ownerId }) => ownerId)))
      await settleFriends(trx, head, owner, terms, now)
    return credits.length
  })

/** LINE-4: who left and did not come back in time loses the place. */
export const forgetWhoStayedAway = (store: Store, upkeep: Upkeep): Promise<void> =>
  inSteps(store, upkeep, async (trx, rows) => {
    if (!(await lockLine(trx))) return 0
    const away = await trx
      .selectFrom('line')
      .select('personId')
      .where('until', '<=', upkeep.now)
      .orderBy('until')
      .limit(rows)
      .execute()
    await forgetReturn(
      trx,
      away.map(({ personId }) => personId),
      upkeep.now,
    )
    return away.length
  })

/** Repeats `step` until it finds nothing more. Each one locks the line only for its few rows. */
async function inSteps(
  store: Store,
  { stopping }: Upkeep,
  step: (trx: Transaction<Schema>, rows: number) => Promise<number>,
): Promise<void> {
  const steps = smallTransactions(store)
  for (let more = true; more && !stopping();)
    more = (await steps.step((trx) => step(trx, steps.rows()))) > 0
}

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
