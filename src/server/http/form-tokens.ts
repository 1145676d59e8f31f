import { createHmac, timingSafeEqual } from 'node:crypto'
import { isRecent } from '#server/config/recent.ts'
import type { Secrets } from '#server/config/secrets.ts'

const bucketMs = 10 * 60_000
const pageTokenMaxAgeMs = 24 * 3_600_000
const freshTokenMaxAgeMs = 2 * 3_600_000

/**
 * The proof that a token gives about its sender. An invalid or expired one counts as none, as
 * does one that a clock that was ahead has made.
 */
export type VerifiedToken = { kind: 'none' } | { kind: 'page' } | { kind: 'fresh'; ageMs: number }

export type FormTokens = ReturnType<typeof formTokens>

/**
 * Stateless tokens (HMAC), signed with the newest secret and valid under each. The page token
 * changes every ten minutes, so the page is one body per bucket. The fresh token holds the time at
 * which a script asked for it.
 */
export function formTokens(secrets: Secrets) {
  const sign = (payload: string, secret = secrets[0]) =>
    createHmac('sha256', secret).update(`form-token ${payload}`).digest('base64url').slice(0, 27)
  const issue = (payload: string) => `${payload}.${sign(payload)}`

  return {
    page: (nowMs: number): string => issue(`p${bucketAt(nowMs).toString(36)}`),
    fresh: (nowMs: number): string => issue(`f${nowMs.toString(36)}`),

    verify(token: string, nowMs: number): VerifiedToken {
      const [payload = '', signature = ''] = token.split('.')
      if (!secrets.some((secret) => isSame(signature, sign(payload, secret))))
        return { kind: 'none' }
      const issued = Number.parseInt(payload.slice(1), 36)
      if (payload.startsWith('p'))
        return isRecent(issued * bucketMs, pageTokenMaxAgeMs, nowMs)
          ? { kind: 'page' }
          : { kind: 'none' }
      return isRecent(issued, freshTokenMaxAgeMs, nowMs)
        ? { kind: 'fresh', ageMs: nowMs - issued }
        : { kind: 'none' }
    },
  }
}

function isSame(text: string, other: string): boolean {
  const [left, right] = [Buffer.from(text), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The ten-minute bucket of a time. The page and its token are the same for all of it. */
export const bucketAt = (nowMs: number): number => Math.floor(nowMs / bucketMs)
export const bucketEndMs = (nowMs: number): number => (bucketAt(nowMs) + 1) * bucketMs
