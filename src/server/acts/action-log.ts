import type { Kysely, Selectable } from 'kysely'
import { iso } from '#contract/time.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * The operator's name for an act by a command, and for a sign-in by a printed link while OPERATORS is
 * not set.
 */
export const shell = 'shell'

/** What operators can do beside the declared acts (act.ts), and how the log says it. */
export const actions: Readonly<Record<string, string>> = {
  'sign-in': 'Signed in',
  'upload-import': 'Uploaded a file to import',
  import: 'Imported people',
  'discard-import': 'Discarded an upload',
  'export-rewards': 'Exported the rewards',
  'export-codes': 'Exported the codes of a wave',
}

/** `details` contains no address: the log stays when a person is erased. */
export type ActToLog = {
  operator: string
  /** the name of an act, or one of `actions` */
  action: string
  personId?: string
  details?: Record<string, string | number>
  /** where the act and its row are one commit */
  outcome?: string
}

/** A time in ms, to the minute, in UTC. */
export const timeForLog = (ms: number): string => `${iso(ms).slice(0, 16)}Z`

/** The time (ms) that `timeForLog` wrote; null for another value. */
export const timeOfLog = (value: string | number): number | null =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(String(value)) ? Date.parse(String(value)) : null

export const insertAct = (
  db: Kysely<Schema>,
  id: string,
  { operator, action, personId, details = {}, outcome }: ActToLog,
  now: number,
) =>
  db
    .insertInto('action_log')
    .values({
      id,
      at: now,
      operator,
      action,
      personId: personId ?? null,
      details: JSON.stringify(details),
      outcome: outcome ?? null,
    })
    .execute()

export const writeOutcome = (db: Kysely<Schema>, id: string, outcome: string) =>
  db.updateTable('action_log').set({ outcome }).where('id', '=', id).execute()

/** How far an act on many people is, in the transaction that changes them. */
export const writeProgress = (
  db: Kysely<Schema>,
  id: string,
  details: ActToLog['details'],
  changed: number,
) =>
  db
    .updateTable('action_log')
    .set({ details: JSON.stringify({ ...details, changed }) })
    .where('id', '=', id)
    .execute()

export type LoggedAct = Selectable<Schema['action_log']>
/** With what it did, as a sentence (dashboard/acts.ts). */
export type ShownAct = Pick<LoggedAct, 'id' | 'at' | 'operator' | 'outcome'> & { text: string }

/** Acts before the id, newest first. */
export const listActs = (
  db: Kysely<Schema>,
  { before, most }: { before?: string; most: number },
): Promise<LoggedAct[]> =>
  db
    .selectFrom('action_log')
    .selectAll()
    .$if(before !== undefined, (rows) => rows.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Acts on one person, oldest first; of many the newest. */
export const listActsOn = async (
  db: Kysely<Schema>,
  personId: string,
  most: number,
): Promise<LoggedAct[]> =>
  (
    await db
      .selectFrom('action_log')
      .selectAll()
      .where('personId', '=', personId)
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  ).toReversed()

export const findAct = (db: Kysely<Schema>, id: string): Promise<LoggedAct | undefined> =>
  db.selectFrom('action_log').selectAll().where('id', '=', id).executeTakeFirst()
