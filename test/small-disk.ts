import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterFile } from './after-file.ts'

/**
 * A disk of 8 MB at a folder of its own, gone after the test file; null where this user may not
 * mount one.
 */
export function smallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-small-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status !== 0) {
    rmdirSync(folder)
    return null
  }
  afterFile(() => {
    spawnSync('umount', ['-l', folder])
    rmdirSync(folder)
  })
  const filling = join(folder, 'filling')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filling, Buffer.alloc(bavail * bsize))
    },
    free: () => rmSync(filling, { force: true }),
  }
}

/** For `test.skipIf`: these tests need a real disk that is full, and `mount` is root's. */
export const mayMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0
