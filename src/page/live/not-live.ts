import type * as live from './start-live.ts'

/**
 * Stands for start-live.ts where figures are simulated (scripts/code-of-figure-mode.ts). A page
 * with a single live figure loads live-script.ts.
 */
export const startLive: typeof live.startLive = () => {}
