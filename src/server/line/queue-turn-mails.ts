import type { Transaction } from 'kysely'
import type { WaveSpotsTable } from '#server/db/wave-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { queueMails } from '#server/outbox/outbox.ts'

/**
 * LINE-10: tells people that a spot is held for them. A queued mail has the id of the spot; its
 * code is found when the mail is sent. The people are locked, as an outbox row refers to one.
 */
export async function queueTurnMails(
  trx: Transaction<Schema>,
  spots: readonly Pick<WaveSpotsTable, 'id' | 'personId'>[],
  now: number,
): Promise<void> {
  const personIds = spots.map((spot) => spot.personId)
  const people = await trx
    .selectFrom('people')
    .select(['id', 'email'])
    .where('id', 'in', personIds)
    .execute()
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  await queueMails(
    trx,
    spots.map(({ id, personId }) => ({
      personId: personId!,
      email: emails.get(personId!)!,
      template: 'turn' as const,
      data: { spot: id },
    })),
    now,
  )
}
