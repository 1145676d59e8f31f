import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** A set of texts in a temporary file that closing deletes: a million texts use no memory. */
export function openDiskSet() {
  const file = new DatabaseSync('')
  file.exec(
    'pragma journal_mode = off; pragma synchronous = off; create table seen (hash blob primary key) strict, without rowid; begin',
  )
  const insert = file.prepare('insert or ignore into seen values (?)')
  return {
    /** False where the text was added before. */
    add: (text: string): boolean =>
      Number(insert.run(createHash('sha256').update(text).digest().subarray(0, 16)).changes) > 0,
    close: () => file.close(),
  }
}
