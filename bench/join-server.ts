import { readConfig } from '#server/config.ts'
import { openLog } from '#server/log.ts'
import { startServer } from '#server/start.ts'

/** The real server; ROWS_PER_COMMIT=1 takes the batching away. */
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const rows = process.env['ROWS_PER_COMMIT']
const server = await startServer(read.config, { log: openLog(), ...(rows && { rowsPerCommit: Number(rows) }) })
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
