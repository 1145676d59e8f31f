import { mostSoftBounces, operatorMs } from '#contract/operator-times.ts'
import { isRecent } from '#server/config/recent.ts'

/** BACK-4: so many mails that bounced softly within `windowMs` suspend mail for `suspendedMs`. */
const mostBounces = mostSoftBounces.n
export const softBounceWindowMs = operatorMs('softBounces')
export const suspendedMs = operatorMs('suspended')

export type SoftBounce = { mailId: string; at: number }

/**
 * Whether these soft bounces suspend mail to an address. Several reports about one mail count once:
 * a provider reports each of its own attempts.
 */
export function areTooMany(bounces: readonly SoftBounce[], now: number): boolean {
  const recent = bounces.filter(({ at }) => isRecent(at, softBounceWindowMs, now))
  return new Set(recent.map(({ mailId }) => mailId)).size >= mostBounces
}
