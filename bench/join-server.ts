import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { startServer } from '#server/start.ts'

/**
 * The real server; ROWS_PER_COMMIT=1 takes the batching away, COMMIT_MS adds so many milliseconds
 * to each commit.
 */
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const rows = process.env['ROWS_PER_COMMIT']
slowDown(Number(process.env['COMMIT_MS'] ?? 0))
const server = await startServer(read.config, {
  log: openLog(),
  ...(rows && { rowsPerCommit: Number(rows) }),
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))

/** A slow disk: SQLite blocks the process until the commit is on it, and so does this. */
function slowDown(ms: number) {
  if (ms === 0) return
  const { prepare } = DatabaseSync.prototype
  const clock = new Int32Array(new SharedArrayBuffer(4))
  DatabaseSync.prototype.prepare = function prepareSlowly(text) {
    const statement = prepare.call(this, text)
    if (text !== 'commit') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      Atomics.wait(clock, 0, 0, ms)
      return run()
    }
    return statement
  }
}
