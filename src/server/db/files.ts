import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { iso } from '#contract/time.ts'

/** Only the program's user can read visitors' data. */
export const onlyOwner = { file: 0o600, folder: 0o700 } as const

/**
 * Creates one folder at a time: `mkdirSync` with `recursive` never returns if the system answers
 * ENOENT for a parent that exists, as in /proc.
 */
export function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: onlyOwner.folder })
  giveToOwner(folder)
}

/**
 * Gives what a command of root has made to the owner of `like`: the server of a data folder may run
 * as another user, and has to read and write it. It follows no link, which that user could lay out.
 */
export function giveToOwner(path: string, like: string = dirname(path)) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(like)
  lchownSync(path, uid, gid)
}

/** Syncs a file, or the names in a folder, to the disk. */
export function syncPath(path: string) {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Opens a file to read; null if there is none. */
export function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A time as part of a file's name: 20261121T134530123Z. */
export const stamp = (now: number): string => iso(now).replaceAll(/[-:.]/g, '')

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
