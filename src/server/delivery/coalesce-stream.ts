import { pipeline, Transform, type Readable } from 'node:stream'

const pieceBytes = 65_536

/**
 * nodemailer composes a mail in about thirty small chunks, each of which would be a packet. This
 * joins them into chunks of 64 KiB, which is one for most mails. An error of either stream destroys
 * the other.
 */
export function coalesceStream(message: Readable): Readable {
  let chunks: Buffer[] = []
  let bytes = 0
  const joined = () => {
    const whole = Buffer.concat(chunks)
    chunks = []
    bytes = 0
    return whole
  }
  const coalesced = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      chunks.push(chunk)
      bytes += chunk.length
      next(null, bytes < pieceBytes ? null : joined())
    },
    flush: (done) => done(null, joined()),
  })
  return pipeline(message, coalesced, () => {
    /* the reader of the result gets the error */
  })
}
