import { useSyncExternalStore } from 'react'
import { pageClock } from '#page/browser/page-clock.ts'

/**
 * What `pick` makes of the milliseconds since the page's load. It is drawn anew only when that is
 * another text or number.
 */
export const useElapsed = <T extends string | number>(pick: (elapsedMs: number) => T): T =>
  useSyncExternalStore(
    pageClock.subscribe,
    () => pick(pageClock.read().elapsedMs),
    () => pick(0),
  )
