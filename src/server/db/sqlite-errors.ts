import { existsSync, statfsSync } from 'node:fs'
import { DiskFull, isNoSpaceError, StartRefused } from '#server/config/start-refused.ts'
import { StoreFull, StoreUnavailable } from './store.ts'

const codes = {
  busy: 5,
  locked: 6,
  outOfMemory: 7,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  notADatabase: 26,
}
const engineCodes = new Set(Object.values(codes))

/** SQLite's primary result code, or 0 for an error that is not SQLite's. */
const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0

export const isBusy = (error: unknown): boolean =>
  codeOf(error) === codes.busy || codeOf(error) === codes.locked
export const isDamage = (error: unknown): boolean =>
  codeOf(error) === codes.corrupt || codeOf(error) === codes.notADatabase
const isEngineError = (error: unknown): boolean => engineCodes.has(codeOf(error))

/** Whether SQLite or the system reports a full disk. */
export const meansFullDisk = (error: unknown): boolean =>
  codeOf(error) === codes.full || isNoSpaceError(error)

/** Like `meansFullDisk`, for an operation in `folder`. */
export const isFullDisk = (error: unknown, folder: string): boolean =>
  error instanceof StoreFull || meansFullDisk(error) || (isEngineError(error) && hasNoSpace(folder))

/**
 * On a full disk SQLite cannot create its shared memory or its log. It then reports that it cannot
 * open the file, or an I/O error.
 */
function hasNoSpace(folder: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder)
    return bavail * bsize < leastSpaceBytes || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}
/** SQLite needs this much to open a store; its shared memory takes 32 KiB. */
const leastSpaceBytes = 64 * 1024

/**
 * StoreUnavailable if the file or the disk is the cause. Errors of a query or a constraint are
 * returned unchanged.
 */
export const storeError = (error: unknown): unknown =>
  isEngineError(error)
    ? new (codeOf(error) === codes.full ? StoreFull : StoreUnavailable)(
        `SQLite: ${(error as Error).message}`,
        { cause: error },
      )
    : error

/** Explains an error at opening in one sentence for the operator. */
export function explainSqlite(error: unknown, dataDir: string, path: string): unknown {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  if (!(cause instanceof Error) || cause instanceof StartRefused) return cause
  const reason =
    'code' in cause && cause.code !== 'ERR_SQLITE_ERROR' ? String(cause.code) : cause.message
  if (isDamage(cause))
    return new StartRefused(
      `${path} is not a readable database (${reason}): restore a backup, or move it away to start over.`,
    )
  if (isBusy(cause))
    return new StartRefused(`${path} is locked by another program: end that one, then start again.`)
  if (isFullDisk(cause, dataDir)) return new DiskFull(dataDir, { cause })
  if (isEngineError(cause) || 'syscall' in cause) {
    const file = 'path' in cause && cause.path !== dataDir ? String(cause.path) : ''
    return new StartRefused(
      existsSync(file)
        ? `${file} cannot be written (${reason}): let this user write in the data folder and to every file there, or name another folder in DATA_DIR.`
        : `The data folder ${dataDir} cannot be written (${reason}): let this user write there, or name another folder in DATA_DIR.`,
    )
  }
  return cause
}
