import { linePaths, rulings } from '#contract/line-screens.ts'
import { loadCredits } from './line-credits.ts'
import { exportRewards } from './line-export.ts'
import { loadRewards } from './line-rewards.ts'
import { askRulingOnLink, runRulingOnLink } from './line-link-rulings.ts'
import { askRuling, runRuling } from './line-rulings.ts'
import { askWithdrawal, withdraw } from './line-withdrawals.ts'
import { loadLine } from './line.ts'
import { showing, type OpenScreens } from './screens.ts'
import type { AddRoute } from './guard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** Every route of the line (LINE-1 to LINE-6). Readers see numbers and masked addresses. */
export function lineRoutes(
  { screen, act }: { screen: AddRoute; act: AddRoute },
  deps: DashboardDeps & { screens: OpenScreens },
): void {
  const operators = { readers: false }
  screen(linePaths.line, showing(loadLine, deps))
  screen(linePaths.credits, showing(loadCredits, deps))
  for (const ruling of rulings) {
    screen(linePaths.rule(':id', ruling), showing(askRuling(ruling), deps), operators)
    act(linePaths.rule(':id', ruling), showing(runRuling(ruling), deps))
    screen(linePaths.ruleAll(':id', ruling), showing(askRulingOnLink(ruling), deps), operators)
    act(linePaths.ruleAll(':id', ruling), showing(runRulingOnLink(ruling), deps))
  }
  screen(linePaths.rewards, showing(loadRewards, deps))
  act(linePaths.exportRewards, exportRewards(deps))
  screen(linePaths.withdraw(':id', ':step'), showing(askWithdrawal, deps), operators)
  act(linePaths.withdraw(':id', ':step'), showing(withdraw, deps))
}
