const dayMs = 24 * 3_600_000
/** BACK-4: so many mails that bounced softly within `windowMs` suspend mail for `suspendedMs`. */
const mostBounces = 3
export const softBounceWindowMs = 7 * dayMs
export const suspendedMs = 14 * dayMs

export type SoftBounce = { mailId: string; at: number }

/**
 * Until when (ms) no mail is sent to an address with these soft bounces; null if mail may be sent.
 * Several reports about one mail count once: a provider reports each of its own attempts.
 */
export function suspendedUntil(bounces: readonly SoftBounce[], now: number): number | null {
  const recent = bounces.filter(({ at }) => at > now - softBounceWindowMs)
  const mails = new Set(recent.map(({ mailId }) => mailId))
  return mails.size >= mostBounces ? now + suspendedMs : null
}
