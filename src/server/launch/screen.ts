import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { reportFigures } from '#contract/figure-report.ts'
import { maskTexts } from '#contract/mask-address.ts'
import { root, settingsInForce } from '#server/config/config.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import { reportLaunch, wrongActs } from './periods.ts'
import { readFiguresNow } from '#server/live/figures.ts'
import { shownOffers } from '#server/offers/offers.ts'
import type { DashboardDeps } from '#server/dashboard/deps.ts'
import type { SignedIn } from '#server/dashboard/sessions.ts'

/** END-1, LIVE-5: the state of the launch, what is planned, and when offers end. */
export async function loadLaunch({ store, campaign, now }: DashboardDeps) {
  const periods = await readLaunchPeriods(store.db, campaign.launch.shop)
  const { running, planned, ...launch } = reportLaunch(periods, now())
  return {
    screen: 'launch' as const,
    launch,
    beneath: running.filter(({ state }) => state !== launch.state),
    planned,
    offers: await shownOffers(store.db, now()),
    /** the missing preparation for a launch; null if it is ready */
    shopMissing: campaign.launch.shop === null ? wrongActs['no shop'] : null,
  }
}

/** DASH-7: what `npm run figures` reports, for the campaign that is served. */
export async function loadFigures(
  { campaign, config, store, now }: DashboardDeps,
  _: FastifyRequest,
  { role }: SignedIn,
) {
  const live = await readFiguresNow(store.db, campaign.timeZone, now())
  const report = reportFigures(campaign, { mode: config.figures, live })
  return { screen: 'figures' as const, report: role === 'operator' ? report : maskTexts(report) }
}

/** DASH-7: the settings in force, and what the program runs on. */
export const loadSettings = async ({ config, campaign, store }: DashboardDeps) => ({
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
