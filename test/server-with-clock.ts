import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { startServer } from '#server/start.ts'

/**
 * The real server, whose clock stands at CLOCK_START (ms) when it starts, and runs on from there.
 */
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const ahead = Number(process.env['CLOCK_START']) - Date.now()
await startServer(read.config, { log: openLog(), now: () => Date.now() + ahead })
