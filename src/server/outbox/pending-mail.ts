import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { MailData } from './outbox.ts'

/** What the welcome mail names: the type of the person's newest quiz result, if there is one. */
export async function welcomeData(db: Kysely<Schema>, personId: string): Promise<MailData> {
  const newest = await db
    .selectFrom('quiz_results')
    .select('performance_type as quizType')
    .where('personId', '=', personId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? {}
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
        .whereRef('outbox.personId', '=', 'people.id')
        .where('outbox.state', 'in', ['due', 'sending', 'overdue']),
    ),
    person.exists(
      person
        .selectFrom('quiz_results')
        .select('quiz_results.id')
        .whereRef('quiz_results.personId', '=', 'people.id')
        .whereRef('quiz_results.createdAt', '>', 'people.leftAt'),
    ),
  ])
