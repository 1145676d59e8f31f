import type { CurvePoint } from '#contract/letter-screens.ts'
import { hourMs } from '#server/limits/budgets.ts'

/** `fromMs`: when it began; `sentUntilMs`: when it was paused or ended; `endMs`: the curve's end. */
type Span = { fromMs: number; sentUntilMs: number; endMs: number }

/**
 * LETTER-4: the mails that have left, by the hour; `hour` is when it begins (ms). Flat in hours
 * without any and after `sentUntilMs`.
 */
export function sentCurve(
  hours: readonly { hour: number; sent: number }[],
  { fromMs, sentUntilMs, endMs }: Span,
): CurvePoint[] {
  const points: CurvePoint[] = [{ atMs: fromMs, mails: 0 }]
  let mails = 0
  for (const { hour, sent } of hours) {
    const last = points.at(-1)!.atMs
    if (hour > last) points.push({ atMs: hour, mails })
    mails += sent
    const until = hour <= sentUntilMs ? Math.min(hour + hourMs, sentUntilMs) : endMs
    points.push({ atMs: Math.max(last, until), mails })
  }
  if (points.at(-1)!.atMs < endMs) points.push({ atMs: endMs, mails })
  return points
}
