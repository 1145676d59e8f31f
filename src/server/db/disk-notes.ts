import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/**
 * Notes about texts in a temporary file that closing deletes: each is a number about a text in a
 * column. A million of them use no memory.
 */
export function openDiskNotes() {
  const file = new DatabaseSync('')
  file.exec(
    'pragma journal_mode = off; pragma synchronous = off; create table notes (hash blob, place integer, note integer, primary key (hash, place, note)) strict, without rowid; begin',
  )
  const insert = file.prepare('insert or ignore into notes values (?, ?, ?)')
  const select = file.prepare('select place, note from notes where hash = ?')
  return {
    /** False where the note was there before. */
    add: (text: string, place = 0, note = 0): boolean =>
      Number(insert.run(hash(text), place, note).changes) > 0,
    of: (text: string): { place: number; note: number }[] =>
      select.all(hash(text)) as { place: number; note: number }[],
    close: () => file.close(),
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16)
