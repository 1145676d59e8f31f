import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { MailData } from './outbox.ts'

/** What the welcome mail names: the type of the person's newest quiz result, if there is one. */
export const welcomeData = async (db: Kysely<Schema>, personId: string): Promise<MailData> =>
  (await welcomeDataOf(db, [personId])).get(personId)!

/** The same for many people, by their ids. */
export async function welcomeDataOf(
  db: Kysely<Schema>,
  personIds: readonly string[],
): Promise<Map<string, MailData>> {
  const data = new Map<string, MailData>(personIds.map((id) => [id, {}]))
  if (personIds.length === 0) return data
  const results = await db
    .selectFrom('quiz_results')
    .select(['personId', 'performance_type'])
    .where('personId', 'in', personIds)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  for (const { personId: id, performance_type: quizType } of results)
    if (id !== null) data.set(id, { quizType })
  return data
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
