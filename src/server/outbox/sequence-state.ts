import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** Makes the next step due after a confirmation, if a sequence waited for it. */
export const resumeSequence = (db: Kysely<Schema>, personId: string, now: number) =>
  db
    .updateTable('sequence_places')
    .set({ due_at: now })
    .where('person_id', '=', personId)
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
