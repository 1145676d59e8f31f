/**
 * LIVE-4: the script of a page with simulated and live figures. The build makes one file of it and
 * of all that it imports, so that pages without live figures load nothing more.
 */
import { startLive } from './start-live.ts'

addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(() => startLive(document)),
)
