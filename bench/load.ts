import { connect, type Socket } from 'node:net'
import { paths } from '#contract/api.ts'
import { recordFor } from '#test/quiz-taker.ts'

/** Loads the servers at these ports from this process, over raw keep-alive connections spread over them, so that the client costs as little as it can. Started by measure.ts. */
const [ports, connections, requests, kind, tag] = process.argv.slice(2) as [string, string, string, 'page' | 'join' | 'save', string]
const total = Number(requests)
let sent = 0
let done = 0
let refused = 0
const latencies: number[] = []
const start = performance.now()

for (let n = 0; n < Number(connections); n++) drive(Number(ports.split(',')[n % ports.split(',').length]))

function drive(port: number) {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay(true)
  let buffer: Buffer = Buffer.alloc(0)
  let sentAt = 0
  const next = () => {
    if (sent >= total) return socket.end()
    sentAt = performance.now()
    socket.write(kind === 'page' ? page : posts[kind](`${tag}-${sent}@example.com`))
    sent++
  }
  socket.on('connect', next).on('data', (chunk: Buffer) => {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
    const head = buffer.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(buffer.toString('latin1', 0, head))?.[1] ?? 0)
    if (buffer.length < head + 4 + length) return
    if (buffer.toString('latin1', 9, 11) !== '20') refused++
    const closing = /^connection: close/im.test(buffer.toString('latin1', 0, head))
    buffer = Buffer.alloc(0)
    latencies.push(performance.now() - sentAt)
    if (++done === total) report()
    if (closing) { socket.destroy(); if (sent < total) drive(port) } else next()
  })
}

const page = 'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n'

const posts = {
  join: (email: string) => post(paths.welcomeEmail, { email, firstName: email.split('@')[0] }),
  save: (email: string) => post(paths.quizResults, recordFor(email)),
}

/** Each visitor comes from a network of its own, so that budgets are counted and none runs out. */
function post(path: string, sending: object): string {
  const body = JSON.stringify(sending)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nX-Forwarded-For: 10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

function report() {
  const seconds = (performance.now() - start) / 1_000
  latencies.sort((a, b) => a - b)
  const { user, system } = process.cpuUsage()
  process.stdout.write(JSON.stringify({ perSecond: total / seconds, p50: latencies[total >> 1], p99: latencies[Math.floor(total * 0.99)], refused, clientMicros: (user + system) / total }))
  process.exit(0)
}
