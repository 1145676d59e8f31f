import { createHmac, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { dayMs, hourMs, minuteMs } from '#contract/time.ts'
import {
  fieldNames,
  noOrigin,
  originOf,
  readHost,
  readOrigin,
  untracked,
  type Origin,
} from '#contract/people/waitlist.ts'
import { isRecent } from '#server/config/recent.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { isSame } from '#server/db/new-id.ts'

const bucketMs = 10 * minuteMs
const pageTokenMaxAgeMs = dayMs
const freshTokenMaxAgeMs = 2 * hourMs

/**
 * The proof that a token gives about its sender. An invalid or expired one counts as none, as
 * does one that a clock that was ahead has made.
 */
type VerifiedToken = { kind: 'none' } | { kind: 'page' } | { kind: 'fresh'; ageMs: number }

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

/** The ten-minute bucket of a time. The page and its token are the same for all of it. */
export const bucketAt = (nowMs: number): number => Math.floor(nowMs / bucketMs)
export const bucketEndMs = (nowMs: number): number => (bucketAt(nowMs) + 1) * bucketMs

type Fields = Readonly<Record<string, unknown>>

/**
 * DASH-9 without script. A page that belongs to one visit has the origin in its form's fields. The
 * landing page is the same for everybody: its origin is in its URL, which arrives as the Referer.
 * Of visitors who opt out only the code of a friend's link is left (TRACK-2, LINE-3).
 */
export function formOrigin(
  fields: Fields,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): Origin {
  const sent = readOrigin({
    source: textOf(fields[fieldNames.source]),
    medium: textOf(fields[fieldNames.medium]),
    campaign: textOf(fields[fieldNames.campaign]),
    referrer: textOf(fields[fieldNames.referrer]),
  })
  const via = textOf(fields[fieldNames.via])
  const page = originOfReferer(headers, publicUrl)
  const known = Object.values(sent).some(Boolean) ? sent : page
  return visitOrigin({ ...known, via: via || page.via }, headers)
}

/** The origin that a form sent, validated. A visitor who opts out keeps only the friend's code. */
export function visitOrigin(sent: Origin, headers: IncomingHttpHeaders): Origin {
  const origin = readOrigin(sent)
  return optsOut(headers) ? untracked(origin) : origin
}

/** Global Privacy Control and Do Not Track. */
export const optsOut = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'

/** Our own page has the campaign's parameters in its URL. Another site's page is the referrer. */
function originOfReferer({ referer = '', host }: IncomingHttpHeaders, publicUrl: string): Origin {
  if (!URL.canParse(referer)) return noOrigin
  const page = new URL(referer)
  const ours = page.host === host || page.host === new URL(publicUrl).host
  return ours ? originOf(referer, '') : { ...noOrigin, referrer: readHost(page.hostname) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export type SealedTokens = ReturnType<typeof sealedTokens>

/**
 * Encrypted, expiring tokens (AES-256-GCM, by default for one hour). In URLs they let the page
 * after a plain form's POST name the address without exposing it in logs or histories. A token
 * opens only for the purpose that it was sealed for. It is sealed with the newest secret and opens
 * with any of them.
 */
export function sealedTokens(
  secrets: Secrets,
  purpose:
    | 'sealed-address'
    | 'sealed-result'
    | 'sealed-search'
    | 'sealed-device' = 'sealed-address',
  maxAgeMs = hourMs,
) {
  const keyOf = (secret: string) => createHmac('sha256', secret).update(purpose).digest()
  const [newest, keys] = [keyOf(secrets[0]), secrets.map(keyOf)]
  return {
    seal(text: string, nowMs: number): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify([nowMs, text])), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    /** The sealed text; null if it is not ours, was changed, has expired or lies ahead. */
    open(token: string, nowMs: number): string | null {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length < 29) return null
      const [content] = keys.flatMap((key) => decrypt(key, bytes) ?? [])
      if (content === undefined) return null
      const [sealedAtMs, text] = JSON.parse(content) as [number, string]
      return isRecent(sealedAtMs, maxAgeMs, nowMs) ? text : null
    },
  }
}

/** `bytes`: 12 of the nonce, 16 of the authentication tag, then the ciphertext. */
function decrypt(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(
    bytes.subarray(12, 28),
  )
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()
  } catch {
    return null
  }
}
