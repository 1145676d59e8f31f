import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** What visitors leave is for the program's user alone to read. */
export const onlyOwner = { file: 0o600, folder: 0o700 } as const

/** Step by step: `mkdirSync` with `recursive` never returns where the system answers ENOENT for a parent that is there, as in /proc. */
export function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: onlyOwner.folder })
}

/** Brings a file, or a folder's names, to the disk. */
export function syncPath(path: string) {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A moment as part of a file's name: 20261121T134530123Z. */
export const stamp = (now: number): string => new Date(now).toISOString().replaceAll(/[-:.]/g, '')
