import './config/node-version.ts'
import { applyRuntimeSettings } from './runtime-settings.ts'

/**
 * `node src/server/main.ts`: the server. Everything else is imported only now, since an older Node cannot even link it.
 * Without the cache of compiled code each start loads the TypeScript stripper anew, and keeps it (14 MB and 0.2 s, measured).
 * The build fills the cache with `--warm`, also with what only one of the engines loads.
 */
if (!process.argv.includes('--dev')) applyRuntimeSettings()
if (process.argv.includes('--help')) {
  const { settingsHelp } = await import('./cli/settings-help.ts')
  console.log(settingsHelp())
  process.exit()
}
const { runServer } = await import('./process.ts')

if (process.argv.includes('--warm')) await import('./db/open-postgres.ts')
else await runServer({ development: process.argv.includes('--dev') })
