import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { startServer } from '#server/start.ts'

/** `liveMb` is what stays after a collection; `files` are open ones of any kind. */
export type Diagnostics = {
  rssMb: number
  liveMb: number
  files: number
  handles: Record<string, number>
}

/** The real server, which writes one line `{"diagnostics": …}` at each SIGUSR2. */
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const server = await startServer(read.config, { log: openLog() })
process.on('SIGUSR2', () =>
  process.stdout.write(`${JSON.stringify({ diagnostics: diagnostics() })}\n`),
)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))

function diagnostics(): Diagnostics {
  const { rss } = process.memoryUsage()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  const handles = Object.fromEntries(
    Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
      .entries()
      .map(([kind, all]) => [kind, all.length]),
  )
  return {
    rssMb: rss / 2 ** 20,
    liveMb: (heapUsed + external) / 2 ** 20,
    files: readdirSync('/proc/self/fd').length,
    handles,
  }
}
