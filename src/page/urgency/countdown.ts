/**
 * What is left of a span that began when the page was loaded, in whole seconds. At zero it stays
 * there (TIME-1, EXC-4, HERO-10).
 */
export const secondsLeft = (startS: number, elapsedMs: number): number =>
  Math.max(0, startS - Math.floor(elapsedMs / 1_000))

export type UrgencyLevel = 0 | 1 | 2 | 3

const checkedEveryMs = 10_000

/** TIME-2: from the whole minutes left, hours included. */
export function levelOf(leftS: number): UrgencyLevel {
  const minutes = Math.floor(leftS / 60)
  if (minutes < 60) return 3
  if (minutes < 120) return 2
  return minutes < 180 ? 1 : 0
}

/**
 * TIME-2: the level as of the last check, one every 10 s from the page's load; 0 before the first.
 */
export function levelAt(startS: number, elapsedMs: number): UrgencyLevel {
  const checkedMs = Math.floor(elapsedMs / checkedEveryMs) * checkedEveryMs
  return checkedMs === 0 ? 0 : levelOf(secondsLeft(startS, checkedMs))
}
