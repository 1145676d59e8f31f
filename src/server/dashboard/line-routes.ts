import { linePaths, rulings } from '#contract/line-screens.ts'
import { creditsScreen } from './line-credits.ts'
import { exportRewards } from './line-export.ts'
import { rewardsScreen } from './line-rewards.ts'
import { askRulingOnLink, runRulingOnLink } from './line-link-rulings.ts'
import { askRuling, runRuling } from './line-rulings.ts'
import { askWithdrawal, withdraw } from './line-withdrawals.ts'
import { lineScreen } from './line.ts'
import type { AddRoute } from './guard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** Every route of the line (LINE-1 to LINE-6). Readers see numbers and masked addresses. */
export function lineRoutes(
  { screen, act }: { screen: AddRoute; act: AddRoute },
  deps: DashboardDeps,
): void {
  const operators = { readers: false }
  screen(linePaths.line, lineScreen(deps))
  screen(linePaths.credits, creditsScreen(deps))
  for (const ruling of rulings) {
    screen(linePaths.rule(':id', ruling), askRuling(ruling, deps), operators)
    act(linePaths.rule(':id', ruling), runRuling(ruling, deps))
    screen(linePaths.ruleAll(':id', ruling), askRulingOnLink(ruling, deps), operators)
    act(linePaths.ruleAll(':id', ruling), runRulingOnLink(ruling, deps))
  }
  screen(linePaths.rewards, rewardsScreen(deps))
  act(linePaths.exportRewards, exportRewards(deps))
  screen(linePaths.withdraw(':id', ':step'), askWithdrawal(deps), operators)
  act(linePaths.withdraw(':id', ':step'), withdraw(deps))
}
