import { reportFigures } from '#contract/figure-report.ts'
import { readFiguresNow } from '#server/live/read-figures.ts'
import type { ScreenHandler } from './guard.ts'
import { maskTexts } from '#contract/mask-address.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** DASH-7: what `npm run figures` reports, for the campaign that is served. */
export const figuresScreen =
  ({ screens, campaign, config, store, now }: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const live = await readFiguresNow(store.db, campaign.timeZone, now())
    const report = reportFigures(campaign, { mode: config.figures, live })
    return screens.show(request, reply, who, {
      screen: 'figures',
      report: who.role === 'operator' ? report : maskTexts(report),
    })
  }
