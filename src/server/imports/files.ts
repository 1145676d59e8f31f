import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { byteOrderMark, csvLine } from '#server/cli/csv.ts'
import type { Db } from '#server/db/store.ts'
import type { ImportRun } from './import-run.ts'
import { mostShown, type Refused } from './import.ts'
import type { ImportFacts } from './report.ts'

/** How the servers of one database are told apart: the machine or container, and the port. */
export const serverName = (port: number): string => `${hostname()}:${port}`

/** Lines of an upload that its page shows: of the file, and some that are refused. */
type ImportLines = { facts: ImportFacts; refused: readonly Refused[] }

const ends = { upload: 'upload', lines: 'lines.json', refused: 'refused.csv' } as const

/**
 * What an upload has beside its row, in `imports` of the data folder of the server that received it,
 * readable by this user only: the file until it is imported, the lines that its page shows, and the
 * rows that are refused. It is personal data of one day, so no backup and no move copies it.
 */
export function importFiles(dataDir: string) {
  const folder = join(dataDir, 'imports')
  const pathOf = (id: string, end: keyof typeof ends) => join(folder, `${id}.${ends[end]}`)

  return {
    uploadPath: (id: string) => pathOf(id, 'upload'),
    refusedPath: (id: string) => pathOf(id, 'refused'),
    makeFolder: () => mkdir(folder, { recursive: true, mode: 0o700 }),

    /** Whether the whole file of an import is here. */
    hasUpload: async ({ id, bytes }: Pick<ImportRun, 'id' | 'bytes'>): Promise<boolean> =>
      (await stat(pathOf(id, 'upload')).catch(() => null))?.size === bytes,

    writeLines: (id: string, lines: ImportLines) =>
      writeFile(pathOf(id, 'lines'), JSON.stringify(lines), { mode: 0o600 }),

    /** Null where they are not here. */
    async readLines(id: string): Promise<ImportLines | null> {
      const text = await readFile(pathOf(id, 'lines'), 'utf8').catch(() => null)
      return text === null ? null : (JSON.parse(text) as ImportLines)
    },

    async remove(id: string, which = Object.keys(ends) as (keyof typeof ends)[]): Promise<void> {
      for (const end of which) await rm(pathOf(id, end), { force: true })
    },

    /**
     * Deletes what belongs to no import any more. A file that was written in the last minute may be
     * an upload that is being received. Its time is that of the machine's clock, also in tests.
     */
    async tidy(db: Db): Promise<void> {
      const names = await readdir(folder).catch(() => [])
      if (names.length === 0) return
      const runs = await db
        .selectFrom('imports')
        .select(['id', 'state'])
        .where('id', 'in', [...new Set(names.map(idOf))])
        .execute()
      const states = new Map(runs.map(({ id, state }) => [id, state]))
      for (const name of names) {
        const state = states.get(idOf(name))
        if (state && !(state === 'done' && name.endsWith(ends.upload))) continue
        const file = await stat(join(folder, name)).catch(() => null)
        if (file && Date.now() - file.mtimeMs > 60_000) await rm(join(folder, name))
      }
    },
  }
}

const idOf = (name: string): string => name.split('.')[0]!

/** The file of refused rows. */
export const refusedHead = byteOrderMark + csvLine(['line', 'reason', 'address'])
export const linesOf = (rows: readonly Refused[]): string =>
  rows.map(({ line, reason, address }) => csvLine([String(line), reason, address])).join('')

/**
 * The file of refused rows of an import that goes on behind its first `length` bytes: what follows
 * them belongs to a step that was not committed. `first`: the first rows that are added.
 */
export function openRefused(path: string, length: number) {
  const file = openSync(path, length === 0 ? 'w' : 'r+', 0o600)
  const first: Refused[] = []
  let end = Math.min(length, fstatSync(file).size)
  ftruncateSync(file, end)
  if (end === 0) end = write(refusedHead)

  /** Returns how long the file is with the text. */
  function write(text: string): number {
    const bytes = Buffer.from(text)
    let written = 0
    while (written < bytes.length)
      written += writeSync(file, bytes, written, bytes.length - written, end + written)
    return end + written
  }
  return {
    first,
    stage: (rows: readonly Refused[]) => write(linesOf(rows)),
    add(row: Refused) {
      end = write(linesOf([row]))
      if (first.length < mostShown) first.push({ ...row, address: row.address.slice(0, 254) })
    },
    close: () => closeSync(file),
  }
}
