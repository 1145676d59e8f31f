import { pipeline, Transform, type Readable } from 'node:stream'

const pieceBytes = 65_536

/**
 * A composed mail comes in some thirty pieces, each of which would be a packet of its own: most mails fit into one of 64 KiB.
 * What breaks `message` breaks the answer, and the other way round.
 */
export function inFewPieces(message: Readable): Readable {
  let pieces: Buffer[] = []
  let bytes = 0
  const taken = () => {
    const whole = Buffer.concat(pieces)
    pieces = []
    bytes = 0
    return whole
  }
  const gathered = new Transform({
    transform(piece: Buffer, _encoding, next) {
      pieces.push(piece)
      bytes += piece.length
      next(null, bytes < pieceBytes ? null : taken())
    },
    flush: (done) => done(null, taken()),
  })
  return pipeline(message, gathered, () => {
    /* whoever reads hears of it */
  })
}
