import type { Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import type { Log } from '#server/config/log.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Db, Store } from '#server/db/store.ts'
import { addLinks } from './codes.ts'
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
      .select('person_id')
      .where('until', '<=', upkeep.now)
      .orderBy('until')
      .limit(rows)
      .execute()
    if (away.length === 0) return 0
    const ids = away.map((row) => row.person_id)
    await trx.deleteFrom('line_away').where('person_id', 'in', ids).execute()
    await forgetReturn(trx, ids, upkeep.now)
    return ids.length
  })

/** `meta`: the last person who confirmed before the line began and has a link. */
const linksKey = 'links of the line'
const done = 'done'

/**
 * LINE-3: links for people who confirmed before the line began, once. Each step reads the cursor
 * under the lock of the line, so servers that do this at the same time share the work.
 */
export async function addEarlierLinks(store: Store, upkeep: Upkeep): Promise<void> {
  if ((await readCursor(store.db)) === done) return
  await inSteps(store, upkeep, async (trx, rows) => {
    if (!(await openLine(trx))) return 0
    const after = await readCursor(trx)
    if (after === done) return 0
    const people = await trx
      .selectFrom('line')
      .select('person_id')
      .where('person_id', '>', after)
      .orderBy('person_id')
      .limit(rows)
      .execute()
    const ids = people.map((row) => row.person_id)
    await addLinks(
      trx,
      ids.map((personId) => ({ personId, firstPlace: null })),
      upkeep.now,
    )
    const value = ids.at(-1) ?? done
    await trx
      .insertInto('meta')
      .values({ key: linksKey, value })
      .onConflict((same) => same.column('key').doUpdateSet({ value }))
      .execute()
    return ids.length
  })
}

const readCursor = async (db: Db): Promise<string> =>
  (await db.selectFrom('meta').select('value').where('key', '=', linksKey).executeTakeFirst())
    ?.value ?? ''

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
