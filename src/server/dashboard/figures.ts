import { reportFigures } from '#contract/figure-report.ts'
import { maskTexts } from '#contract/mask-address.ts'
import { readFiguresNow } from '#server/live/read-figures.ts'
import type { FastifyRequest } from 'fastify'
import type { LoaderDeps } from './loader.ts'
import type { SignedIn } from './sessions.ts'

/** DASH-7: what `npm run figures` reports, for the campaign that is served. */
export async function loadFigures(
  { campaign, config, store, now }: LoaderDeps,
  _: FastifyRequest,
  { role }: SignedIn,
) {
  const live = await readFiguresNow(store.db, campaign.timeZone, now())
  const report = reportFigures(campaign, { mode: config.figures, live })
  return { screen: 'figures' as const, report: role === 'operator' ? report : maskTexts(report) }
}
