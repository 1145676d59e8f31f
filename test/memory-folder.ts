import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const gigabyte = 1024 ** 3

/**
 * A folder in memory, where this system has one and enough memory; else the usual temporary folder.
 * A store waits for the disk at every commit. Only tests that kill a process need that.
 */
export function memoryFolder(): string {
  const folder = '/dev/shm'
  if (process.env['TMPDIR'] || process.platform !== 'linux') return tmpdir()
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= 2 * gigabyte && freemem() >= 4 * gigabyte ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}
