import type { Transaction } from 'kysely'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { providerOf } from '#server/outbox/large-providers.ts'
import { waitsFor } from '#server/outbox/turns.ts'

type ReturningMail = Pick<OutboxTable, 'id' | 'domain'> & { letterId: string | null }

/**
 * Mails of letters that are to be tried again go to the front of their letter's queue, where its
 * ramp, a pause and a stop apply to them. A letter that was done is sent again until they have
 * ended: the operator retried or released them. Leaves out mails of no letter.
 */
export async function returnToLetters(
  trx: Transaction<Schema>,
  mails: readonly ReturningMail[],
  now: number,
): Promise<void> {
  for (const [letterId, returning] of Map.groupBy(mails, (mail) => mail.letterId)) {
    if (letterId === null) continue
    await trx
      .updateTable('letters')
      .set({ state: 'sending', sendingSince: now, endedAt: null })
      .where('id', '=', letterId)
      .where('state', '=', 'done')
      .execute()
    for (const [provider, same] of Map.groupBy(returning, ({ domain }) => providerOf(domain)))
      await trx
        .updateTable('outbox')
        .set({ waits: waitsFor.letter(letterId, provider), turn: 0 })
        .where(
          'id',
          'in',
          same.map(({ id }) => id),
        )
        .execute()
  }
}
