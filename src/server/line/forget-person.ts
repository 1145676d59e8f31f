import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { releaseNumber } from './rewards.ts'

/**
 * Deletes what the line keeps about a person who is erased. Spots that
 * they had stay, without them.
 */
export async function forgetPerson(trx: Transaction<Schema>, personId: string): Promise<void> {
  await trx.deleteFrom('line_away').where('person_id', '=', personId).execute()
  await trx.deleteFrom('line_links').where('person_id', '=', personId).execute()
  await trx.deleteFrom('line_moves').where('person_id', '=', personId).execute()
  const rewards = await trx
    .deleteFrom('rewards')
    .where('person_id', '=', personId)
    .returningAll()
    .execute()
  // A number that was the person's may have been sent out, so it is not given again.
  for (const reward of rewards) if (reward.state === 'reached') await releaseNumber(trx, reward)
  await trx
    .updateTable('wave_spots')
    .set({ person_id: null })
    .where('person_id', '=', personId)
    .execute()
}
