import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { minuteMs } from '#contract/time.ts'
import type { Log } from '#server/config/log.ts'
import { openIfThere } from './files.ts'
import { readMeta, writeMeta, type MetaKey } from './meta.ts'
import { isDamage } from './sqlite-errors.ts'
import { StoreUnavailable, type Db, type OpenOptions } from './store.ts'

/** `ASCD`, in the header of every store: it tells a store from the database of another program. */
export const applicationId = 0x41_53_43_44

/** Beside this file: TypeScript in the sources, JavaScript in the build. */
const quickCheck = new URL(`./quick-check${extname(import.meta.url)}`, import.meta.url)

/** Watches a store for damage. Once damage is found, writes are refused and reads continue. */
export function watchIntegrity(file: DatabaseSync, path: string, log: Log) {
  let refusal: string | null = null
  let worker: Worker | null = null
  const refuseWrites = (damage: string) => {
    if (refusal) return
    refusal = `${path} is damaged (${damage}): stop the server and restore a backup.`
    log.error(
      { path, damage },
      'the store is damaged: reads continue, writes are refused until a backup is restored',
    )
    file.exec('pragma query_only = on')
  }
  const checkAll = () => {
    worker = new Worker(quickCheck, { workerData: path })
    worker.unref()
    worker.once('message', (damage: string | null) =>
      damage ? refuseWrites(damage) : log.info({ path }, 'the store is not damaged'),
    )
    worker.once('error', (error: Error) =>
      log.warn({ path, reason: error.message }, 'the store could not be checked'),
    )
  }
  return {
    refusal: () => refusal,
    refuseWrites,
    /**
     * If the last server ended without `stop`, the whole store is checked in a worker thread.
     * `hasLost`: commits are known to be lost, and the mark of the last server can be among them.
     */
    async start(db: Db, role: OpenOptions['role'], hasLost: boolean) {
      const damage = findDamageAtEnds(file)
      if (damage) refuseWrites(damage)
      if (damage || role !== 'server') return
      if (!(await markRunning(db, log, hasLost))) return
      log.warn({ path }, 'the last server did not end cleanly; the store is checked meanwhile')
      checkAll()
    },
    async stop(db: Db, role: OpenOptions['role']) {
      await worker?.terminate()
      if (role === 'server' && !refusal) await markEnded(db, log)
    },
  }
}

/** Reads each table's first and last row. Returns what is damaged, or null. */
export function findDamageAtEnds(file: DatabaseSync): string | null {
  try {
    for (const { name } of file
      .prepare(`select name from sqlite_schema where type = 'table'`)
      .all()) {
      file.prepare(`select * from "${name}" order by rowid limit 1`).get()
      file.prepare(`select * from "${name}" order by rowid desc limit 1`).get()
    }
    return null
  } catch (error) {
    if (!isDamage(error)) throw error
    return (error as Error).message
  }
}

/**
 * Returns whether the last server did not end cleanly. A mark that cannot be written is tried again
 * at the next start.
 */
async function markRunning(db: Db, log: Log, hasLost: boolean): Promise<boolean> {
  const isAfterCrash = hasLost || (await readMeta(db, 'server')) === 'running'
  // Before the mark: a start that ends between them is one after a crash too.
  if (isAfterCrash) await writeMark(db, 'journal to compare', 'yes', log)
  await writeMark(db, 'server', 'running', log)
  return isAfterCrash
}

const markEnded = (db: Db, log: Log) => writeMark(db, 'server', 'ended', log)

async function writeMark(db: Db, key: MetaKey, value: string, log: Log) {
  try {
    await writeMeta(db, key, value)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ reason: error.message }, 'the store could not be marked')
  }
}

/**
 * `atMs`: when the loss was found. `commits`: those that the damaged log still shows. `people`: who
 * had left, or were suppressed or erased, and are again. `undecided`: entries of the journal from
 * a time that is still to come.
 */
export type LostChanges = { atMs: number; commits: number; people: number; undecided: number }

export async function readLostChanges(db: Db): Promise<LostChanges | null> {
  const value = await readMeta(db, 'lost changes')
  return value === null ? null : (JSON.parse(value) as LostChanges)
}

/** Adds what one start found to what it has found before. */
export async function noteLostChanges(
  db: Db,
  { atMs, commits = 0, people = 0, undecided = 0 }: Partial<LostChanges> & { atMs: number },
): Promise<void> {
  const before = await readLostChanges(db)
  const sum =
    before !== null && atMs - before.atMs < sameStartMs
      ? before
      : { atMs, commits: 0, people: 0, undecided: 0 }
  sum.commits += commits
  sum.people += people
  sum.undecided += undecided
  await writeMeta(db, 'lost changes', JSON.stringify(sum))
}

const sameStartMs = 10 * minuteMs

const headerBytes = 32
const frameHeaderBytes = 24
/** The last bit of the magic number: checksums are of big-endian words. */
const magic = 0x377f0682
/**
 * Each commit is synced before the next one is written. So a power cut can damage the last commit,
 * which nobody was told of, and no earlier one.
 */
const mostUnsynced = 1

/**
 * How many commits at the end of SQLite's write-ahead log are lost, because something before them
 * is damaged: SQLite reads the log up to the first wrong checksum, and says nothing
 * (sqlite.org/fileformat2.html, section 4). Call it under the write lock, before anything is
 * written. 0 where a kill or a power cut can explain the end of the log.
 */
export function countLostCommits(databasePath: string): number {
  const file = openIfThere(`${databasePath}-wal`)
  if (file === null) return 0
  try {
    const { size } = fstatSync(file)
    const header = readAt(file, 0, headerBytes)
    if (header === null) return 0
    const log = readHeader(header)
    const frameBytes = frameHeaderBytes + (log?.pageBytes ?? pageBytesOf(databasePath))
    let salts = log?.salts ?? null
    let sums: Sums | null = log?.sums ?? null
    let lost = 0
    for (let at = headerBytes; at + frameBytes <= size; at += frameBytes) {
      const frame = readAt(file, at, frameBytes)!
      // Without a readable header the first frame says which frames belong together.
      salts ??= frame.subarray(8, 16)
      const isOurs = frame.subarray(8, 16).equals(salts)
      if (log && sums) sums = isOurs ? sumsAfter(frame, sums, log.isBigEndian) : null
      const isCommit = isOurs && frame.readUInt32BE(4) !== 0
      if (!sums && isCommit) lost++
    }
    return lost > mostUnsynced ? lost : 0
  } finally {
    closeSync(file)
  }
}

type Sums = readonly [number, number]
type Header = { pageBytes: number; salts: Buffer; sums: Sums; isBigEndian: boolean }

/** Null where the header itself is damaged. */
function readHeader(header: Buffer): Header | null {
  const isBigEndian = header.readUInt32BE(0) === magic + 1
  const sums = add([0, 0], header.subarray(0, 24), isBigEndian)
  const isWhole = isSame(sums, header.subarray(24)) && header.readUInt32BE(0) >>> 1 === magic >>> 1
  if (!isWhole) return null
  return { pageBytes: header.readUInt32BE(8), salts: header.subarray(16, 24), sums, isBigEndian }
}

/** The checksums up to the end of a frame; null if they are not those in it. */
function sumsAfter(frame: Buffer, before: Sums, isBigEndian: boolean): Sums | null {
  const sums = add(
    add(before, frame.subarray(0, 8), isBigEndian),
    frame.subarray(frameHeaderBytes),
    isBigEndian,
  )
  return isSame(sums, frame.subarray(16, 24)) ? sums : null
}

const isSame = ([first, second]: Sums, stored: Buffer) =>
  stored.readUInt32BE(0) === first && stored.readUInt32BE(4) === second

/** Section 4.2, 'Checksum Algorithm'. `bytes`: a multiple of 8. */
function add([first, second]: Sums, bytes: Buffer, isBigEndian: boolean): Sums {
  const copy = Buffer.from(bytes)
  if (isBigEndian === (endianness() === 'LE')) copy.swap32()
  const words = new Uint32Array(copy.buffer, copy.byteOffset, copy.length / 4)
  for (let at = 0; at < words.length; at += 2) {
    first = (first + words[at]! + second) >>> 0
    second = (second + words[at + 1]! + first) >>> 0
  }
  return [first, second]
}

/** In the header of the database: 1 means 65,536. */
function pageBytesOf(databasePath: string): number {
  const file = openSync(databasePath, 'r')
  try {
    const bytes = readAt(file, 16, 2)?.readUInt16BE(0) ?? 4_096
    return bytes === 1 ? 65_536 : bytes
  } finally {
    closeSync(file)
  }
}

function readAt(file: number, offset: number, length: number): Buffer | null {
  const bytes = Buffer.alloc(length)
  return readSync(file, bytes, 0, length, offset) === length ? bytes : null
}
