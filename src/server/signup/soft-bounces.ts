import { isRecent } from '#server/config/recent.ts'

const dayMs = 24 * 3_600_000
/** BACK-4: so many mails that bounced softly within `windowMs` suspend mail for `suspendedMs`. */
const mostBounces = 3
export const softBounceWindowMs = 7 * dayMs
export const suspendedMs = 14 * dayMs

export type SoftBounce = { mailId: string; at: number }

/**
 * Whether these soft bounces suspend mail to an address. Several reports about one mail count once:
 * a provider reports each of its own attempts.
 */
export function areTooMany(bounces: readonly SoftBounce[], now: number): boolean {
  const recent = bounces.filter(({ at }) => isRecent(at, softBounceWindowMs, now))
  return new Set(recent.map(({ mailId }) => mailId)).size >= mostBounces
}
