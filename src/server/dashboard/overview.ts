import type { DashboardDeps } from './routes.ts'
import type { SheetHandler } from './guard.ts'

/** DASH-3 */
export const overviewSheet =
  ({ screens }: Pick<DashboardDeps, 'screens'>): SheetHandler =>
  (request, reply, who) =>
    screens.show(request, reply, who, { screen: 'overview' })
