import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { inFewPieces } from './coalesce-stream.ts'

const lines = (count: number) =>
  Readable.from(
    Array.from({ length: count }, (_, index) => Buffer.from(`line ${index} of a mail\r\n`)),
    { objectMode: false },
  )
const piecesOf = (mail: Readable) => inFewPieces(mail).toArray() as Promise<Buffer[]>

test('a mail of thirty lines leaves in one piece', async () => {
  const pieces = await piecesOf(lines(30))
  expect(pieces).toHaveLength(1)
  expect(String(pieces[0])).toMatch(/^line 0 of a mail\r\n.*line 29 of a mail\r\n$/s)
})

test('a large one leaves in several, whole and in order', async () => {
  const pieces = await piecesOf(lines(10_000))
  expect(pieces.length).toBeGreaterThan(2)
  expect(Buffer.concat(pieces).equals(Buffer.concat(await lines(10_000).toArray()))).toBe(true)
})

test('an empty one ends', async () => {
  expect(Buffer.concat(await piecesOf(lines(0)))).toHaveLength(0)
})

test('one that cannot be made says so to who reads it', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('no template'))
    },
  })
  await expect(piecesOf(broken)).rejects.toThrow('no template')
})

test('one that nobody reads to its end is let go', async () => {
  const mail = lines(10_000)
  const closed = new Promise((done) => mail.once('close', done))
  inFewPieces(mail).destroy()
  await closed
  expect(mail.destroyed).toBe(true)
})
