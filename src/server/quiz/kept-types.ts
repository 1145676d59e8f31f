import { sql } from 'kysely'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { readMeta, writeMeta } from '#server/db/meta.ts'
import { StoreUnavailable, type Store } from '#server/db/store.ts'

/**
 * Lists, counts and audiences read people by the types that the campaign has, so nobody may be of
 * another one. After a change of the types, each person has that of their last result whose type is
 * left, or none. A store that does not answer is asked by the next start.
 */
export async function keepTypes(
  { db, transact }: Store,
  types: readonly PerformanceType[],
): Promise<void> {
  const now = types.join(' ')
  try {
    if ((await readMeta(db, 'quiz types')) === now) return
    await transact(async (trx) => {
      await trx
        .updateTable('people')
        .set({ quizType: lastOf(types) })
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('quiz_results').select('id').whereRef('personId', '=', 'people.id').limit(1),
          ),
        )
        .execute()
      await writeMeta(trx, 'quiz types', now)
    })
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

const lastOf = (types: readonly PerformanceType[]) =>
  types.length === 0
    ? ''
    : sql<PerformanceType>`coalesce((select performance_type from quiz_results
        where "personId" = people.id and performance_type in (${sql.join(types)})
        order by quiz_results."createdAt" desc, quiz_results.id desc limit 1), '')`
