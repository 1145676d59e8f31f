/**
 * LIVE-4: the script of a page with simulated and live figures. It imports nothing that the page's
 * other scripts have, so that those stay as they are without it.
 */
import { startLive } from './start-live.ts'

addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(() => startLive(document)),
)
