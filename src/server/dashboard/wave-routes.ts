import { wavePaths } from '#contract/wave-screens.ts'
import type { AddRoute } from './guard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { askWave, exportCodes, invite, newWaveScreen, wavesScreen } from './waves.ts'

/** Every route of waves (LINE-8). Readers see how waves go. */
export function waveRoutes(
  { screen, act }: { screen: AddRoute; act: AddRoute },
  deps: DashboardDeps,
): void {
  const operators = { readers: false }
  screen(wavePaths.waves, wavesScreen(deps))
  screen(wavePaths.new, newWaveScreen(deps), operators)
  screen(wavePaths.invite, askWave(deps), operators)
  act(wavePaths.invite, invite(deps))
  act(wavePaths.codes(':id'), exportCodes(deps))
}
