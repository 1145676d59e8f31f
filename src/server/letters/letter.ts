import type { Selectable } from 'kysely'
import type { LetterText } from '#contract/letters.ts'
import type { Db } from '#server/db/open.ts'
import type { LettersTable, LetterState } from '#server/db/letter-schema.ts'
import { textOfColumns } from './stored-text.ts'

/** A letter without its text. Times are in ms; `LettersTable` explains the fields. */
export type ListedLetter = {
  id: string
  state: LetterState
  subject: string
  audience: string
  revision: number
  createdAt: number
  createdBy: string
  savedAt: number
  savedBy: string
  testedAt: number | null
  frozenAt: number | null
  sentBy: string | null
  plannedAt: number | null
  counted: number | null
  queuedAt: number | null
  sendingMs: number
  sendingSince: number | null
  pausedAt: number | null
  pausedBy: string | null
  ended: number
  endedAt: number | null
}
export type Letter = Omit<ListedLetter, 'subject'> & { text: LetterText }

/** Null if there is no such letter. */
export async function readLetter(db: Db, id: string): Promise<Letter | null> {
  const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? letterOf(row) : null
}

/** The newest letters first; `states` limits them. */
export async function listLetters(
  db: Db,
  { states, most }: { states?: readonly LetterState[]; most: number },
): Promise<ListedLetter[]> {
  const rows = await db
    .selectFrom('letters')
    .select(listedColumns)
    .$if(states !== undefined, (all) => all.where('state', 'in', states!))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(listedOf)
}

/** The letters that stopped by themselves: an operator's own pause needs no attention. */
export const listStoppedLetters = async (db: Db): Promise<ListedLetter[]> =>
  (await listLetters(db, { states: ['paused'], most: 10 })).filter(
    ({ pausedBy }) => pausedBy !== 'operator',
  )

export const letterOf = (row: Selectable<LettersTable>): Letter => {
  const { subject, ...rest } = listedOf(row)
  return { ...rest, text: textOfColumns({ subject, preview: row.preview, body: row.body }) }
}

const listedColumns = [
  'id',
  'state',
  'subject',
  'audience',
  'revision',
  'createdAt',
  'createdBy',
  'savedAt',
  'savedBy',
  'testedAt',
  'frozenAt',
  'sentBy',
  'plannedAt',
  'counted',
  'queuedAt',
  'sendingMs',
  'sendingSince',
  'pausedAt',
  'pausedBy',
  'ended',
  'endedAt',
] as const satisfies (keyof LettersTable)[]

const listedOf = (row: Pick<LettersTable, (typeof listedColumns)[number]>): ListedLetter => ({
  id: row.id,
  state: row.state,
  subject: row.subject,
  audience: row.audience,
  revision: row.revision,
  createdAt: row.createdAt,
  createdBy: row.createdBy,
  savedAt: row.savedAt,
  savedBy: row.savedBy,
  testedAt: row.testedAt,
  frozenAt: row.frozenAt,
  sentBy: row.sentBy,
  plannedAt: row.plannedAt,
  counted: row.counted,
  queuedAt: row.queuedAt,
  sendingMs: row.sendingMs,
  sendingSince: row.sendingSince,
  pausedAt: row.pausedAt,
  pausedBy: row.pausedBy,
  ended: row.ended,
  endedAt: row.endedAt,
})
