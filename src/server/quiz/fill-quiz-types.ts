import type { Store } from '#server/db/open.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import { copyQuizTypes } from './result-rows.ts'

const key = 'quiz types of people'
const done = 'done'
/** The row of `meta` once nobody is left to fill. */
export const quizTypesFilled = { key, value: done }

/**
 * Fills `quiz_type` of people whose results an earlier version saved, once, in small steps. A stop
 * interrupts it; the next run continues after the last person.
 */
export async function fillQuizTypes(store: Store, stopping: () => boolean): Promise<void> {
  const steps = smallTransactions(store)
  for (let after = await readCursor(store); after !== done && !stopping();) {
    const rows = await store.db
      .selectFrom('quiz_results')
      .select('person_id')
      .distinct()
      .where('person_id', '>', after)
      .orderBy('person_id')
      .limit(steps.rows())
      .execute()
    const ids = rows.map(({ person_id: id }) => id)
    after = ids.at(-1) ?? done
    const reached = after
    await steps.step(async (trx) => {
      await copyQuizTypes(trx, ids)
      await trx
        .insertInto('meta')
        .values({ key, value: reached })
        .onConflict((same) => same.column('key').doUpdateSet({ value: reached }))
        .execute()
    })
  }
}

const readCursor = async ({ db }: Store): Promise<string> =>
  (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value ??
  ''
