import './config/node-version.ts'
import { applyRuntimeSettings } from './runtime-settings.ts'

/**
 * The server's entry point. It imports everything else after the check of Node's version, because
 * an older Node cannot link it. `npm start` runs the bundle that the build makes of it: its modules
 * take 17 MB less than the sources and packages (decision 029).
 */
if (!process.argv.includes('--dev')) applyRuntimeSettings()
if (process.argv.includes('--help')) {
  const { settingsHelp } = await import('#server/cli/command-table.ts')
  console.log(settingsHelp())
  process.exit()
}
const { runServer } = await import('./process.ts')
await runServer({ development: process.argv.includes('--dev') })
