import { createHash, randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto'

/** A clock that was set back by more than this begins anew. */
const setBackMs = 10_000
const mostInMs = 0xfff
const bytesOfRandom = 8

let lastMs = 0
let count = 0
const pool = Buffer.allocUnsafe(512 * bytesOfRandom)
let taken = pool.length

/**
 * A UUIDv7 (RFC 9562), greater than the one before of this process also within a millisecond: the 12
 * bits behind the time count (6.2, method 1). So rows of one time stand in the order in which they
 * were made.
 */
export function newId(now: number = Date.now()): string {
  if (now > lastMs || now < lastMs - setBackMs) {
    lastMs = now
    count = 0
  } else if (++count > mostInMs) {
    lastMs++
    count = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const random = nextRandom()
  const variant = (0x8 | (Number.parseInt(random[0]!, 16) & 0x3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
}

/** 64 random bits as hex. */
function nextRandom(): string {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  return pool.toString('hex', taken, (taken += bytesOfRandom))
}

/** A token of 256 random bits in base64url. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in hex. 80 random bits and more need no slower hash. */
export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex')

/** Compares hashes in constant time, so the duration reveals neither length nor content. */
export const isSame = (given: string | Buffer, expected: string | Buffer): boolean =>
  timingSafeEqual(
    createHash('sha256').update(given).digest(),
    createHash('sha256').update(expected).digest(),
  )
