import { dayMs, hourMs } from '#contract/time.ts'

/**
 * What is left of a span that began when the page was loaded, in whole seconds. At zero it stays
 * there (TIME-1, EXC-4, HERO-10).
 */
export const secondsLeft = (startS: number, elapsedMs: number): number =>
  Math.max(0, startS - Math.floor(elapsedMs / 1_000))

/**
 * A span of seconds as a lap timer shows it: 04, 47, 23, or in four parts with its days, 7, 00, 00,
 * 00.
 */
export function partsOf(seconds: number, parts: number): string[] {
  const part = (lengthS: number, most = Infinity) =>
    String(Math.floor(seconds / lengthS) % most).padStart(2, '0')
  const [minutes, rest] = [part(60, 60), part(1, 60)]
  return parts === 4
    ? [String(Math.floor(seconds / 86_400)), part(3_600, 24), minutes, rest]
    : [part(3_600), minutes, rest]
}

/**
 * LIVE-2: how an end is shown that is so many ms away. Beyond 30 days a clock says nothing, so the
 * end is its date; beyond 48 hours days are counted.
 */
export const endShownAs = (leftMs: number): 'date' | 'days' | 'hours' =>
  leftMs > 30 * dayMs ? 'date' : leftMs > 48 * hourMs ? 'days' : 'hours'
