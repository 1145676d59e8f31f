import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root, settingsInForce, type Config } from './config.ts'

type Deps = {
  config: Config
  campaign: { timeZone: string }
  store: { engine: 'sqlite' | 'postgres' }
}

/** DASH-7: the settings in force, and what the program runs on. */
export const loadSettings = async ({ config, campaign, store }: Deps) => ({
  screen: 'settings' as const,
  settings: settingsInForce(config),
  program: [
    { term: 'Version', value: version() },
    { term: 'Node', value: process.versions.node },
    { term: 'Database', value: store.engine === 'sqlite' ? 'SQLite' : 'Postgres' },
    { term: 'Data folder', value: resolve(config.dataDir) },
    { term: 'Time zone', value: campaign.timeZone },
  ],
})

const version = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
