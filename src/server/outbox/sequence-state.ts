import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** Makes the next steps of people due after their confirmation, if a sequence waited for it. */
export const resumeSequences = (db: Kysely<Schema>, personIds: readonly string[], now: number) =>
  db
    .updateTable('sequence_places')
    .set({ dueAt: now })
    .where('personId', 'in', personIds)
    .where('dueAt', 'is', null)
    .where('mailId', 'is', null)
    .execute()

/** Stops the active sequence of a person who left or gets no more mail. */
export const stopSequences = (db: Kysely<Schema>, personId: string) =>
  db
    .updateTable('sequences')
    .set({ state: 'stopped' })
    .where('personId', '=', personId)
    .where('state', '=', 'active')
    .execute()
