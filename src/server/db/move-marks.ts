import type { Kysely } from 'kysely'
import { StartRefused } from '#server/config/start-refused.ts'
import type { Schema } from './schema.ts'

/**
 * What a move writes into `meta` of both stores: `leaving` and `arriving` the move's id while it lasts, `arrived` the same in
 * a target that is whole, `moved` in a source that is left: JSON {to, at}.
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

/** Whether a store may be used. Who uses the source of a move that has not ended calls that move off. */
export async function admitToStore(db: Db, name: string): Promise<void> {
  const marks = await readMarks(db)
  refuseMoved(marks, name)
  if (marks.arriving)
    throw new StartRefused(
      `${name} holds the half of a move: run npm run move again from where it comes, or name another one.`,
    )
  if (marks.leaving) await clearMark(db, 'leaving')
}
