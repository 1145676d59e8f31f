import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** Deletes what the line keeps about a person who is erased. Spots that they had stay, without them. */
export async function forgetPerson(trx: Transaction<Schema>, personId: string): Promise<void> {
  await trx.deleteFrom('line_away').where('person_id', '=', personId).execute()
  await trx.deleteFrom('line_links').where('person_id', '=', personId).execute()
  await trx.deleteFrom('line_moves').where('person_id', '=', personId).execute()
  await trx.deleteFrom('rewards').where('person_id', '=', personId).execute()
  await trx
    .updateTable('wave_spots')
    .set({ person_id: null })
    .where('person_id', '=', personId)
    .execute()
}
