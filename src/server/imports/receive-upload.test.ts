import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { refuseBytes } from '#server/http/http-limits.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { receiveUpload, type Refusal, type Upload, type UploadLimits } from './receive-upload.ts'

const path = join(freshFolder(), 'upload')
const limits: UploadLimits = { idleMs: 60_000, mostMs: 60_000, mostBytes: 1_000_000 }

/** A server that receives one upload with these limits. Its own limit of a request is off. */
async function receiver(change: Partial<UploadLimits> = {}, requestTimeout = 0) {
  let resolve: (result: Upload | Refusal) => void
  const result = new Promise<Upload | Refusal>((done) => (resolve = done))
  const server = createServer(
    { requestTimeout, connectionsCheckingInterval: 10, headersTimeout: requestTimeout },
    async (request, response) => {
      resolve(await receiveUpload(request, path, () => null, { ...limits, ...change }))
      response.end()
    },
  ).listen(0)
  server.on('clientError', refuseBytes(() => ({})) as (error: Error, socket: Duplex) => void)
  afterAll(() => void server.close())
  return { server, port: (server.address() as AddressInfo).port, result }
}

const head = (length: number) =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\n`

test.each([
  ['sends no byte for too long', { idleMs: 50 }],
  ['takes too long', { mostMs: 50 }],
])('[DASH-4] a connection that %s is cut', async (_, change) => {
  const { port, result } = await receiver(change)
  const socket = connect(port, '127.0.0.1', () => void socket.write(head(10_000)))
  const closed = new Promise((done) => socket.on('close', done))
  socket.on('error', () => {})
  expect(await result).toMatchObject({ wrong: 'cut-off' })
  await closed
})

test('[DASH-4] the limit of a whole request does not end an upload', async () => {
  const { port, result, server } = await receiver({}, 1_000)
  const overLimit = new Promise((done) => server.once('clientError', done))
  const end = '\r\n--b--\r\n'
  const start = head(0)
  const length = start.length - start.indexOf('\r\n\r\n') - 4 + end.length
  const socket = connect(port, '127.0.0.1', () => void socket.write(head(length)))
  expect(await overLimit).toMatchObject({ code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  socket.write(end)
  expect(await result).toMatchObject({ name: 'a.csv', bytes: 7 })
  socket.destroy()
})

test('[DASH-4] an upload that is cut off halfway is refused', async () => {
  const { port, result } = await receiver()
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(head(10_000), () => socket.destroy())
  })
  expect(await result).toMatchObject({ wrong: 'cut-off' })
})

test('[DASH-4] a form that ends before its last boundary is refused', async () => {
  const { port, result } = await receiver()
  const body = head(0).split('\r\n\r\n').slice(1).join('\r\n\r\n')
  const socket = connect(port, '127.0.0.1', () => void socket.write(head(body.length)))
  expect(await result).toMatchObject({ wrong: 'cut-off' })
  socket.destroy()
})

test.each([1_000_001, 5_000_000])(
  '[DASH-4] a file of %i bytes without a stated length is refused, and not stored beyond the limit',
  async (bytes) => {
    const { port, result } = await receiver()
    const form = new FormData()
    form.append('file', new Blob(['x'.repeat(bytes)]), 'a.csv')
    const { body, headers } = new Response(form)
    const contentType = headers.get('content-type')!
    await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': contentType },
    } as RequestInit)
    expect(await result).toMatchObject({ wrong: 'too-large' })
    expect(!existsSync(path) || statSync(path).size <= 1_000_000).toBe(true)
  },
)
