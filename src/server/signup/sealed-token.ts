import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '#server/config/secret-list.ts'

const lifeMs = 3_600_000

/**
 * An address sealed for a URL (AES-256-GCM, one hour), so that the page after a plain form's POST can name it, and nobody
 * who sees the URL in a log or a history can read it. What is sealed for one purpose does not open for another.
 * It is sealed with the newest secret, and opens with each.
 */
export function sealer(
  secrets: Secrets,
  purpose: 'sealed-address' | 'sealed-result' = 'sealed-address',
) {
  const keyOf = (secret: string) => createHmac('sha256', secret).update(purpose).digest()
  const [newest, keys] = [keyOf(secrets[0]), secrets.map(keyOf)]
  return {
    seal(email: string, nowMs: number): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify([nowMs, email])), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    /** null where it was not sealed by us, was changed, or is older than an hour */
    open(sealed: string, nowMs: number): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 29) return null
      const [text] = keys.flatMap((key) => decipher(key, bytes) ?? [])
      if (text === undefined) return null
      const [atMs, email] = JSON.parse(text) as [number, string]
      return nowMs - atMs < lifeMs ? email : null
    },
  }
}

function decipher(key: Buffer, bytes: Buffer): string | null {
  const opening = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(
    bytes.subarray(12, 28),
  )
  try {
    return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString()
  } catch {
    return null
  }
}

export type Sealer = ReturnType<typeof sealer>
