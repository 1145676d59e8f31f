import { plural } from '#contract/english.ts'
import { hourMs, minuteMs } from '#contract/time.ts'
import type { Budget } from '#server/limits/budgets.ts'

/** `fullAt`: as in `take` of limits/budgets.ts. */
type Bucket = { fullAt: number; budget: Budget }
/** Mails that wait for one domain. `firstDueAt`: when the first of them may leave (ms). */
type DomainQueue = { mails: number; firstDueAt: number }

/** When the last of `mails` that wait for one budget leaves (ms). */
export const lastByBucket = (
  { fullAt, budget: { atOnce, everyMs } }: Bucket,
  mails: number,
  now: number,
): number => (mails === 0 ? now : Math.max(now, Math.max(fullAt, now) + (mails - atOnce) * everyMs))

/**
 * The same for a domain, whose bucket only the server can find by its key. The bucket counts as
 * empty if even the first mail must wait.
 */
export const lastOfDomain = (
  { atOnce, everyMs }: Budget,
  { mails, firstDueAt }: DomainQueue,
  now: number,
): number =>
  firstDueAt > now
    ? firstDueAt + (mails - 1) * everyMs
    : now + Math.max(0, mails - atOnce) * everyMs

/** Rounds a duration to one unit: 40 seconds, 38 minutes, 3 hours. */
export function describeSpan(ms: number): string {
  const [size, unit] =
    ms < 2 * minuteMs
      ? ([1_000, 'second'] as const)
      : ms < 2 * hourMs
        ? ([minuteMs, 'minute'] as const)
        : ([hourMs, 'hour'] as const)
  const count = Math.max(1, Math.round(ms / size))
  return `${count} ${plural(count, unit)}`
}
