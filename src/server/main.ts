import './config/node-version.ts'
import { applyRuntimeSettings } from './runtime-settings.ts'

/**
 * The server's entry point. It imports everything else after the check of Node's version, because
 * an older Node cannot link it. Without a cache of compiled code each start loads the TypeScript
 * stripper and keeps it in memory (14 MB and 0.2 s, measured). The build fills the cache with
 * `--warm`, for both database engines.
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
