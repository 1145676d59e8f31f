import { createHash, createHmac } from 'node:crypto'
import { codeLetters, spotCodeLength } from '#contract/line.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import type { WaveSpotsTable } from '#server/db/wave-schema.ts'

/**
 * LINE-8: the code of a spot, 80 bits as 16 letters. It follows from the spot's id and a secret, so
 * that neither the store nor a queued mail contains it.
 */
export const spotCode = (secret: string, spotId: string): string =>
  [...createHmac('sha256', secret).update(`spot ${spotId}`).digest().subarray(0, spotCodeLength)]
    // Five bits of each byte: 32 letters divide 256 evenly.
    .map((byte) => codeLetters[byte % codeLetters.length])
    .join('')

/** The stored form of a code: SHA-256 in hex. 80 random bits need no slower hash. */
export const spotCodeHash = (code: string): string =>
  createHash('sha256').update(code).digest('hex')

/** The code of a stored spot; null where the secret that made it is not known any more. */
export const codeOfSpot = (
  secrets: Secrets,
  { id, codeHash: hash }: Pick<WaveSpotsTable, 'id' | 'codeHash'>,
): string | null =>
  secrets.map((secret) => spotCode(secret, id)).find((code) => spotCodeHash(code) === hash) ?? null
