import type { Kysely } from 'kysely'
import { StartRefused } from '#server/config/start-refused.ts'
import type { Schema } from './schema.ts'

/**
 * Entries that a move writes into `meta`. `leaving` (source) and `arriving` (target) hold the
 * move's id during the move, `arrived` (target) once the copy is complete; `moved` (source) holds
 * JSON {to, at} afterwards.
 */
export const moveMarks = ['leaving', 'arriving', 'arrived', 'moved'] as const
export type MoveMark = (typeof moveMarks)[number]
export type MoveMarks = Partial<Record<MoveMark, string>>
type Db = Kysely<Schema>

export async function readMarks(db: Db): Promise<MoveMarks> {
  const rows = await db
    .selectFrom('meta')
    .selectAll()
    .where('key', 'in', [...moveMarks])
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

export async function setMark(db: Db, key: MoveMark, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((row) => row.column('key').doUpdateSet({ value }))
    .execute()
}

export async function clearMark(db: Db, key: MoveMark): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', key).execute()
}

/** Throws StartRefused for a store that was moved away. */
export function refuseMoved(marks: MoveMarks, name: string): void {
  if (!marks.moved) return
  const { to, at } = JSON.parse(marks.moved) as { to: string; at: number }
  throw new StartRefused(
    `${name} was moved to ${to} at ${new Date(at).toISOString()}: set DATABASE_URL, or DATA_DIR, to where it is now.`,
  )
}

/**
 * Throws StartRefused where a store must not be used. Using the source of an unfinished move
 * cancels it.
 */
export async function admitToStore(db: Db, name: string): Promise<void> {
  const marks = await readMarks(db)
  refuseMoved(marks, name)
  if (marks.arriving)
    throw new StartRefused(
      `${name} contains an incomplete move: run npm run move again from its source, or name another store.`,
    )
  if (marks.leaving) await clearMark(db, 'leaving')
}
