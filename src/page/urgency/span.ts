import { dayMs, hourMs } from '#contract/time.ts'

/**
 * LIVE-2: how an end is shown that is so many ms away. Beyond 30 days a clock says nothing, so the
 * end is its date; beyond 48 hours days are counted.
 */
export const endShownAs = (leftMs: number): 'date' | 'days' | 'hours' =>
  leftMs > 30 * dayMs ? 'date' : leftMs > 48 * hourMs ? 'days' : 'hours'

const two = (value: number) => String(value).padStart(2, '0')

/**
 * A span of seconds as a lap timer shows it: 04, 47, 23, or in four parts with its days, 7, 00, 00,
 * 00.
 */
export const partsOf = (seconds: number, parts: 3 | 4): string[] => [
  ...(parts === 4
    ? [String(Math.floor(seconds / 86_400)), two(Math.floor(seconds / 3_600) % 24)]
    : [two(Math.floor(seconds / 3_600))]),
  two(Math.floor(seconds / 60) % 60),
  two(seconds % 60),
]
