import type { ScreenFrame, SignInView } from '#contract/screens.ts'
import type { ScreenView } from '#server/dashboard/views.ts'
import { importStates } from './imports.ts'
import { launchStates } from './launch.ts'
import { letterStates } from './letters.ts'
import { lineStates } from './line.ts'
import { waveStates } from './waves.ts'
import { overviewStates } from './overview.ts'

/** A screen in one state: for `npm run screens`, and for tests. */
export type DashboardState = { name: string; view: ScreenView | SignInView; frame?: ScreenFrame }

/** Every state of the dashboard's screens. */
export const dashboardStates: readonly DashboardState[] = [
  ...overviewStates,
  ...letterStates,
  ...launchStates,
  ...lineStates,
  ...waveStates,
  ...importStates,
]
