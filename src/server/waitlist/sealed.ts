import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const lifeMs = 3_600_000

/**
 * An address sealed for a URL (AES-256-GCM, one hour), so that the page after a plain form's POST can name it, and nobody
 * who sees the URL in a log or a history can read it. What is sealed for one purpose does not open for another.
 */
export function sealer(secretKey: string, purpose: 'sealed-address' | 'sealed-result' = 'sealed-address') {
  const key = createHmac('sha256', secretKey).update(purpose).digest()
  return {
    seal(email: string, nowMs: number): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify([nowMs, email])), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    /** null where it was not sealed by us, was changed, or is older than an hour */
    open(sealed: string, nowMs: number): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 29) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
      try {
        const [atMs, email] = JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as [number, string]
        return nowMs - atMs < lifeMs ? email : null
      } catch {
        return null
      }
    },
  }
}
export type Sealer = ReturnType<typeof sealer>
