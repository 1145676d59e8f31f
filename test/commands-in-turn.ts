import { runCommand } from '#server/cli/command.ts'
import { operatorCommands } from '../scripts/operator-commands.ts'

/**
 * Runs commands one after the other, each given as `[NAME, ...ARGS]`, as `npm run NAME -- ARGS`
 * does. Prints `{ code, stdout, stderr }` of each as JSON. A start of Node takes most of the time
 * of a short command.
 */
const results = []
for (const [name, ...args] of JSON.parse(process.argv[2]!) as string[][]) {
  const said = { stdout: '', stderr: '' }
  const writes = (['stdout', 'stderr'] as const).map((stream) => {
    const { write } = process[stream]
    process[stream].write = (text: string | Uint8Array) => {
      said[stream] += String(text)
      return true
    }
    return () => (process[stream].write = write)
  })
  process.exitCode = 0
  const { table, openDeps } = await operatorCommands[name!]!()
  await runCommand(table, args, openDeps)
  for (const restore of writes) restore()
  results.push({ code: process.exitCode, ...said })
}
process.exitCode = 0
process.stdout.write(JSON.stringify(results))
