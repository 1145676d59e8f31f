import type { Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import type { Log } from '#server/config/log.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Store } from '#server/db/store.ts'
import { ruledBefore, setCreditState } from './credits.ts'
import { forgetReturn } from './forget-person.ts'
import { openLine } from './line-head.ts'

/** The dependencies of the jobs of the line. They work in small steps, beside visitors. */
export type Upkeep = { terms: LineTerms; log: Log; now: number; stopping: () => boolean }

/** LINE-5: a credit that nobody ruled on for a week counts for the place, not for rewards. */
export const countOverdueCredits = (store: Store, upkeep: Upkeep): Promise<void> =>
  inSteps(store, upkeep, async (trx, rows) => {
    const { terms, now } = upkeep
    const line = await openLine(trx)
    if (!line) return 0
    const credits = await trx
      .selectFrom('credits')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('at', '<=', ruledBefore(terms, now))
      .orderBy('at')
      .limit(rows)
      .execute()
    for (const credit of credits) await setCreditState(trx, line, credit, 'place-only', terms, now)
    await line.storeCounts()
    return credits.length
  })

/** LINE-4: who left and did not come back in time loses the place. */
export const forgetWhoStayedAway = (store: Store, upkeep: Upkeep): Promise<void> =>
  inSteps(store, upkeep, async (trx, rows) => {
    if (!(await openLine(trx))) return 0
    const away = await trx
      .selectFrom('line_away')
      .select('personId')
      .where('until', '<=', upkeep.now)
      .orderBy('until')
      .limit(rows)
      .execute()
    if (away.length === 0) return 0
    const ids = away.map((row) => row.personId)
    await trx.deleteFrom('line_away').where('personId', 'in', ids).execute()
    await forgetReturn(trx, ids, upkeep.now)
    return ids.length
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
