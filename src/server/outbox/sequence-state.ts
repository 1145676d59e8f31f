import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** Makes the next steps of people due after their confirmation, if a sequence waited for it. */
export const resumeSequences = (db: Kysely<Schema>, personIds: readonly string[], now: number) =>
  db
    .updateTable('sequence_places')
    .set({ due_at: now })
    .where('person_id', 'in', personIds)
    .where('due_at', 'is', null)
    .where('mail_id', 'is', null)
    .execute()

/** Stops the active sequence of a person who left or gets no more mail. */
export const stopSequences = (db: Kysely<Schema>, personId: string) =>
  db
    .updateTable('sequences')
    .set({ state: 'stopped' })
    .where('person_id', '=', personId)
    .where('state', '=', 'active')
    .execute()
