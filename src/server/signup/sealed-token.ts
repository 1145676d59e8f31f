import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { isRecent } from '#server/config/recent.ts'
import type { Secrets } from '#server/config/secrets.ts'

const hourMs = 3_600_000

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
