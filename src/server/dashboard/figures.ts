import { reportFigures } from '#contract/figure-report.ts'
import type { ScreenHandler } from './guard.ts'
import { maskTexts } from './mask-address.ts'
import type { DashboardDeps } from './routes.ts'

/** DASH-7: what `npm run figures` reports, for the campaign that is served. */
export const figuresScreen =
  ({ screens, campaign }: DashboardDeps): ScreenHandler =>
  (request, reply, who) => {
    const report = reportFigures(campaign)
    return screens.show(request, reply, who, {
      screen: 'figures',
      report: who.role === 'operator' ? report : maskTexts(report),
    })
  }
