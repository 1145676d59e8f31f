import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** `liveMb` is what stays after a collection; `files` are open ones of any kind. */
export type Diagnostics = {
  rssMb: number
  liveMb: number
  files: number
  handles: Record<string, number>
}

/** The server of `npm start`, which writes one line `{"diagnostics": …}` at each SIGUSR2. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () =>
  process.stdout.write(`${JSON.stringify({ diagnostics: diagnostics() })}\n`),
)
await import(new URL('../dist/fuel/server/main.js', import.meta.url).href)

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
