import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/config/secret-list.ts'

const bucketMs = 10 * 60_000
const pageTokenLifeMs = 24 * 3_600_000
const freshTokenLifeMs = 2 * 3_600_000

/** What a form's token says of its sender; anything that doesn't verify is worth as much as none. */
export type TokenVerdict = { kind: 'none' } | { kind: 'page' } | { kind: 'fresh'; ageMs: number }

export type FormTokens = ReturnType<typeof formTokens>

/**
 * Stateless tokens keyed by the newest secret; those of the others count too. The page token is one per ten minutes, so that
 * the page is one body per bucket; the fresh token tells when a script asked for it.
 */
export function formTokens(secrets: Secrets) {
  const sign = (payload: string, secret = secrets[0]) =>
    createHmac('sha256', secret).update(`form-token ${payload}`).digest('base64url').slice(0, 27)
  const issue = (payload: string) => `${payload}.${sign(payload)}`

  return {
    page: (nowMs: number): string => issue(`p${bucketAt(nowMs).toString(36)}`),
    fresh: (nowMs: number): string => issue(`f${nowMs.toString(36)}`),

    judge(token: string, nowMs: number): TokenVerdict {
      const [payload = '', signature = ''] = token.split('.')
      if (!secrets.some((secret) => isSame(signature, sign(payload, secret))))
        return { kind: 'none' }
      const issued = Number.parseInt(payload.slice(1), 36)
      if (payload.startsWith('p'))
        return nowMs - issued * bucketMs < pageTokenLifeMs ? { kind: 'page' } : { kind: 'none' }
      const ageMs = nowMs - issued
      return ageMs < freshTokenLifeMs ? { kind: 'fresh', ageMs } : { kind: 'none' }
    },
  }
}

function isSame(text: string, other: string): boolean {
  const [left, right] = [Buffer.from(text), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The ten-minute bucket of a moment; the page is the same for all of it. */
export const bucketAt = (nowMs: number): number => Math.floor(nowMs / bucketMs)
export const bucketEndMs = (nowMs: number): number => (bucketAt(nowMs) + 1) * bucketMs
