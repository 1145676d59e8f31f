import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** After a confirmation: makes the next step due, if a sequence waited for the confirmation. */
export const resumeSequence = (db: Kysely<Schema>, personId: string, now: number) =>
  db
    .updateTable('sequence_places')
    .set({ due_at: now })
    .where('person_id', '=', personId)
    .where('due_at', 'is', null)
    .where('mail_id', 'is', null)
    .execute()

/** Ends the active sequence of a person who left or gets no more mail. */
export const stopSequences = (db: Kysely<Schema>, personId: string) =>
  db
    .updateTable('sequences')
    .set({ state: 'stopped' })
    .where('person_id', '=', personId)
    .where('state', '=', 'active')
    .execute()
