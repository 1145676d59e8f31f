import type { TestApp } from './app.ts'

const stepMs = 2 * 24 * 3_600_000

/**
 * Moves the clock of a running app from one time to another as time goes, in steps in which the app
 * looks at it: a clock that jumps by more than three days is doubtful. Returns the time.
 */
export function moveClock(
  app: Pick<TestApp, 'server'>,
  from: number,
  to: number,
  set: (at: number) => void,
): number {
  const steps = Math.max(1, Math.ceil(Math.abs(to - from) / stepMs))
  for (let step = 1; step <= steps; step++) {
    set(from + Math.round(((to - from) * step) / steps))
    app.server().launch.current()
  }
  return to
}
