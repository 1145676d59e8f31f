import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { paths } from '#contract/api.ts'
import { recordFor } from '#test/quiz-taker.ts'

/**
 * `mistyped` and `crowded` are plain forms that are refused: an address that is none, and a network
 * over its budget.
 */
export type Kind = 'page' | 'join' | 'save' | 'confirm' | 'mistyped' | 'crowded'

/**
 * Loads the servers at these ports from this process, over raw keep-alive connections spread over
 * them, so that the client costs as little as it can. Started by measure.ts. `amount` is a number
 * of requests, or a time: `60s`. `tag` makes the addresses of this load its own; to confirm it
 * names a file with a link's token on each line.
 */
const [ports, connections, amount, kind, tag] = process.argv.slice(2) as [
  string,
  string,
  string,
  Kind,
  string,
]
const total = amount.endsWith('s') ? Infinity : Number(amount)
const tokens = kind === 'confirm' ? readFileSync(tag, 'utf8').split('\n') : []
let sent = 0
let done = 0
let refused = 0
const latencies: number[] = []
const start = performance.now()
const end = amount.endsWith('s') ? start + Number(amount.slice(0, -1)) * 1_000 : Infinity

const isOver = () => sent >= total || performance.now() >= end

for (let n = 0; n < Number(connections); n++)
  drive(Number(ports.split(',')[n % ports.split(',').length]))

function drive(port: number) {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay(true)
  let buffer: Buffer = Buffer.alloc(0)
  let sentAt = 0
  let waiting = false
  const next = () => {
    if (isOver()) {
      socket.end()
      if (done === sent) report()
      return
    }
    sentAt = performance.now()
    socket.write(sends[kind](sent))
    sent++
    waiting = true
  }
  // A connection that breaks counts as refused: its request may have been done or not.
  socket.on('error', () => {
    if (!waiting) sent++
    refused++
    done++
    if (!isOver()) drive(port)
    else if (done === sent) report()
  })
  socket.on('connect', next).on('data', (chunk: Buffer) => {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
    const head = buffer.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(
      /content-length: (\d+)/i.exec(buffer.toString('latin1', 0, head))?.[1] ?? 0,
    )
    if (buffer.length < head + 4 + length) return
    if (buffer.toString('latin1', 9, 11) !== '20') refused++
    const closing = /^connection: close/im.test(buffer.toString('latin1', 0, head))
    buffer = Buffer.alloc(0)
    latencies.push(performance.now() - sentAt)
    done++
    waiting = false
    if (isOver() && done === sent) report()
    if (closing) {
      socket.destroy()
      if (!isOver()) drive(port)
    } else next()
  })
}

/**
 * As scattered as people's addresses are, none twice, and at as many domains as their mails' pace
 * needs.
 */
const emailOf = (n: number) =>
  `${(Math.imul(n, 0x9e3779b1) >>> 0).toString(36)}@${tag}-${Math.floor(n / 40)}.example`

const sends: Record<Kind, (n: number) => string> = {
  page: () => 'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n',
  join: (n) => post(paths.signUpApi, { email: emailOf(n), firstName: 'Sanne' }),
  save: (n) => post(paths.quizResults, recordFor(emailOf(n))),
  mistyped: (n) => postForm(`sanne${n}@"x`, networkOf(networks + sent)),
  crowded: (n) => postForm(emailOf(n), '192.0.2.1'),
  confirm: (n) =>
    `POST ${paths.confirm}${tokens[n]} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 0\r\n\r\n`,
}

const networks = Math.floor(Math.random() * 2 ** 24)

/** Each visitor comes from a network of its own, so that budgets are counted and none runs out. */
const post = (path: string, sending: object): string =>
  posted(path, JSON.stringify(sending), 'application/json', networkOf(networks + sent))
const postForm = (email: string, network: string): string =>
  posted(
    paths.join,
    new URLSearchParams({ email }).toString(),
    'application/x-www-form-urlencoded',
    network,
    'Accept-Encoding: gzip, br\r\n',
  )

function posted(path: string, body: string, type: string, network: string, further = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nSec-Fetch-Site: same-origin\r\n${further}X-Forwarded-For: ${network}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

function networkOf(n: number): string {
  const network = n % 2 ** 24
  return `${network >> 16}.${(network >> 8) & 255}.${network & 255}.7`
}

function report() {
  const seconds = (performance.now() - start) / 1_000
  latencies.sort((a, b) => a - b)
  const { user, system } = process.cpuUsage()
  process.stdout.write(
    JSON.stringify({
      requests: done,
      perSecond: done / seconds,
      p50: latencies[latencies.length >> 1] ?? 0,
      p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
      refused,
      clientMicros: (user + system) / done,
    }),
  )
  process.exit(0)
}
