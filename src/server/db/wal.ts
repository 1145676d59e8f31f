import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '#server/config/log.ts'
import { openIfThere } from './files.ts'
import type { Db } from './store.ts'

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

/**
 * The caller's client waits for an answer. A commit, or another program's read of some hundred
 * rows, is over by then.
 */
const waitMs = 500
const retryMs = 20

/**
 * Writes SQLite's write-ahead log into the database file and truncates the log, which contains
 * deleted rows until then. It waits a little for another program that reads or writes. It never
 * throws: the deletion is committed, and retention tries again each hour.
 */
export async function emptyWal(db: Db, log: Log): Promise<void> {
  const deadline = performance.now() + waitMs
  try {
    for (let last = false; await isBusy(db);) {
      if (last)
        return log.info(
          {},
          'another program reads the store: deleted rows stay in its write-ahead log for now',
        )
      await sleep(retryMs)
      last = performance.now() > deadline
    }
  } catch (error) {
    log.warn(
      { err: error },
      'the write-ahead log could not be emptied: deleted rows stay in it for now',
    )
  }
}

async function isBusy(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]?.busy !== 0
}
