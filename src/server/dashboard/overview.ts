import type { DashboardDeps } from './routes.ts'
import type { SheetHandler } from './guard.ts'

/** DASH-3 */
export const overviewSheet =
  ({ screens, publicUrl }: Pick<DashboardDeps, 'screens' | 'publicUrl'>): SheetHandler =>
  (request, reply, who) =>
    screens.show(request, reply, who, {
      screen: 'overview',
      figures: null,
      attention: [],
      inOrder: [],
      next: [],
      checklist: null,
      mail: null,
      publicUrl,
    })
