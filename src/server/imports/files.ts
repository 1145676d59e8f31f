import { closeSync, ftruncateSync, fstatSync, openSync, writeSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { ImportFacts, ImportLines } from '#contract/import-screens.ts'
import { byteOrderMark, csvLine, csvReader, unguarded } from '#server/cli/csv.ts'
import type { Db } from '#server/db/store.ts'
import { mostShown, type Refused } from './import.ts'
import type { ImportRun } from './import-run.ts'

/** How the servers of one database are told apart: the machine or container, and the port. */
export const serverName = (port: number): string => `${hostname()}:${port}`

/**
 * What an upload has beside its row, in `imports` of the data folder of the server that received it,
 * readable by this user only: the file until it is imported, what the check shows of it, and the
 * rows that are refused. It is personal data of one day, so no backup and no move copies it.
 */
export type ImportFiles = ReturnType<typeof importFiles>

export function importFiles(dataDir: string) {
  const folder = join(dataDir, 'imports')
  const path = (id: string, end: keyof typeof ends) => join(folder, `${id}.${ends[end]}`)

  return {
    uploadPath: (id: string) => path(id, 'upload'),
    refusedPath: (id: string) => path(id, 'refused'),
    makeFolder: () => mkdir(folder, { recursive: true, mode: 0o700 }),

    /** Whether the file of an import is here, as long as it was received. */
    hasUpload: async ({ id, bytes }: Pick<ImportRun, 'id' | 'bytes'>): Promise<boolean> =>
      (await stat(path(id, 'upload')).catch(() => null))?.size === bytes,

    /** Whether any file of an import is here. */
    has: async (id: string): Promise<boolean> =>
      (await namesIn(folder)).some((name) => idOf(name) === id),

    removeUpload: (id: string) => rm(path(id, 'upload'), { force: true }),

    async remove(id: string): Promise<void> {
      for (const end of Object.keys(ends) as (keyof typeof ends)[])
        await rm(path(id, end), { force: true })
    },

    writeFacts: (id: string, facts: ImportFacts) =>
      writeFile(path(id, 'facts'), JSON.stringify(facts), { mode: 0o600 }),

    /** The lines of the file that a screen shows, as far as they are here. */
    async readLines(id: string): Promise<ImportLines> {
      const facts = await readFile(path(id, 'facts'), 'utf8').catch(() => null)
      return {
        facts: facts === null ? null : (JSON.parse(facts) as ImportFacts),
        refused: await firstRefused(path(id, 'refused')),
      }
    },

    /**
     * Deletes what belongs to no import any more. A file that was written in the last minute may be
     * an upload that is being received. Its time is that of the machine's clock, also in tests.
     */
    async tidy(db: Db): Promise<void> {
      const names = await namesIn(folder)
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
        if (file && Date.now() - file.mtimeMs > receivingMs) await rm(join(folder, name))
      }
    },
  }
}

const ends = { upload: 'upload', facts: 'facts.json', refused: 'refused.csv' } as const
const receivingMs = 60_000
const idOf = (name: string): string => name.split('.')[0]!
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** The file of refused rows. */
export const refusedHead = byteOrderMark + csvLine(['line', 'reason', 'address'])
export const lineOf = ({ line, reason, address }: Refused): string =>
  csvLine([String(line), reason, address])

/**
 * The file of refused rows of an import that goes on behind its first `length` bytes: what follows
 * them belongs to a step that was not committed.
 */
export function openRefused(path: string, length: number) {
  const file = openSync(path, length === 0 ? 'w' : 'r+', 0o600)
  let end = Math.min(length, fstatSync(file).size)
  ftruncateSync(file, end)
  let waiting = ''
  function write(text: string, at: number): number {
    const bytes = Buffer.from(text)
    let written = 0
    while (written < bytes.length)
      written += writeSync(file, bytes, written, bytes.length - written, at + written)
    return written
  }
  function flush(): void {
    end += write(waiting, end)
    waiting = ''
  }
  if (end === 0) waiting = refusedHead
  return {
    add(row: Refused): void {
      waiting += lineOf(row)
      if (waiting.length > 64 * 1024) flush()
    },
    /** Writes rows of a step, and returns the length of the file with them; `keep` keeps them. */
    addStep(rows: readonly Refused[]): { length: number; keep: () => void } {
      flush()
      const length = end + write(rows.map(lineOf).join(''), end)
      return { length, keep: () => void (end = length) }
    },
    flush(): number {
      flush()
      return end
    },
    close: () => closeSync(file),
  }
}

/** The first rows of the file of refused rows. */
async function firstRefused(path: string): Promise<Refused[]> {
  const file = await open(path).catch(() => null)
  if (!file) return []
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16 * 1024))
    const records = [...csvReader({ separator: ',' }).push(buffer.toString('utf8', 0, bytesRead))]
    return records.slice(1, mostShown + 1).flatMap((record) => {
      if (!('cells' in record)) return []
      const [line = '', reason = '', address = ''] = record.cells.map(unguarded)
      return [{ line: Number(line), reason, address: address.slice(0, 254) }]
    })
  } finally {
    await file.close()
  }
}
