import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '#server/config/root.ts'
import { settingsInForce } from '#server/config/settings-in-force.ts'
import type { ScreenHandler } from './guard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** DASH-7: the settings in force, and what the program runs on. */
export const settingsScreen =
  ({ screens, config, campaign, store }: DashboardDeps): ScreenHandler =>
  (request, reply, who) =>
    screens.show(request, reply, who, {
      screen: 'settings',
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
