import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { coalesceStream } from './transport.ts'

const lines = (count: number) =>
  Readable.from(
    Array.from({ length: count }, (_, index) => Buffer.from(`line ${index} of a mail\r\n`)),
    { objectMode: false },
  )
const chunksOf = (mail: Readable) => coalesceStream(mail).toArray() as Promise<Buffer[]>

test('a mail of thirty lines leaves in one chunk', async () => {
  const chunks = await chunksOf(lines(30))
  expect(chunks).toHaveLength(1)
  expect(String(chunks[0])).toMatch(/^line 0 of a mail\r\n.*line 29 of a mail\r\n$/s)
})

test('a large mail leaves in several chunks, complete and in order', async () => {
  const chunks = await chunksOf(lines(10_000))
  expect(chunks.length).toBeGreaterThan(2)
  expect(Buffer.concat(chunks).equals(Buffer.concat(await lines(10_000).toArray()))).toBe(true)
})

test('an empty mail ends', async () => {
  expect(Buffer.concat(await chunksOf(lines(0)))).toHaveLength(0)
})

test('an error of the mail reaches the reader', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('no template'))
    },
  })
  await expect(chunksOf(broken)).rejects.toThrow('no template')
})

test('destroying the result destroys the mail', async () => {
  const mail = lines(10_000)
  const closed = new Promise((done) => mail.once('close', done))
  coalesceStream(mail).destroy()
  await closed
  expect(mail.destroyed).toBe(true)
})
