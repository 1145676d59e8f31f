import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { MailData } from './outbox.ts'

/** What the welcome mail names: the type of the person's newest quiz result, if there is one. */
export async function welcomeData(db: Kysely<Schema>, personId: string): Promise<MailData> {
  const result = await db
    .selectFrom('quiz_results')
    .select('performance_type')
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return result ? { quizType: result.performance_type } : {}
}

/**
 * A condition on `people`: mail to the person is queued, or a quiz result since they left calls for
 * it.
 */
export const hasPendingMail = (person: ExpressionBuilder<Schema, 'people'>) =>
  person.or([
    person.exists(
      person
        .selectFrom('outbox')
        .select('outbox.id')
        .whereRef('outbox.person_id', '=', 'people.id')
        .where('outbox.state', 'in', ['due', 'sending', 'overdue']),
    ),
    person.exists(
      person
        .selectFrom('quiz_results')
        .select('quiz_results.id')
        .whereRef('quiz_results.person_id', '=', 'people.id')
        .whereRef('quiz_results.created_at', '>', 'people.left_at'),
    ),
  ])
