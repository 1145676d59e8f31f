import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Which files of a SQLite store hold the text. Read by another process: to close one of them in
 * this one would free SQLite's locks on it.
 */
export const filesThatHold = (dataDir: string, text: string): string[] =>
  ['ascend.db', 'ascend.db-wal'].filter(
    (name) =>
      existsSync(join(dataDir, name)) &&
      execFileSync('cat', [join(dataDir, name)], { maxBuffer: 2 ** 28 }).includes(text),
  )
