import { seeded } from '#contract/seeded-random.ts'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { hostileRequest, honestRequest, type Sent, type Targets } from './hostile-requests.ts'

/**
 * Sends requests to one server from this process: at a pace, or where there is none as fast as
 * answers come. Hostile ones keep their connections, honest visitors come with one each. The order
 * is the input, what came of it the output.
 */
export type Order = { port: number; connections: number; count: number; perSecond?: number } & (
  | { what: 'hostile'; seed: number; targets: Targets }
  | { what: 'honest'; visitors: readonly { email: string; from: string }[] }
)
/**
 * Latencies in ms, from the moment at which a request was due. An answer that never came counts as
 * `closed`, or `cut` where we hung up.
 */
export type Outcome = {
  perSecond: number
  p50: number
  p99: number
  statuses: Record<string, number>
}

const order = JSON.parse(readFileSync(0, 'utf8')) as Order
const random = order.what === 'hostile' ? seeded(order.seed) : null
const draw = (n: number): Sent =>
  order.what === 'hostile'
    ? hostileRequest(random!, order.targets)
    : honestRequest(order.visitors[n]!.email, order.visitors[n]!.from, n)
/** Drawn before the clock starts, where the pace is what is asked for. */
const drawn = order.perSecond ? null : Array.from({ length: order.count }, (_, n) => draw(n))

type Line = { send(request: Sent, at: number): void }
const idle: Line[] = []
const waiting: { request: Sent; at: number }[] = []
const latencies: number[] = []
const statuses: Record<string, number> = {}
let open = 0
let begun = 0
const start = performance.now()
const pace = setInterval(begin, 1)
begin()

function begin() {
  const due = order.perSecond
    ? Math.min(order.count, Math.floor(((performance.now() - start) * order.perSecond) / 1_000))
    : order.count
  while (begun < due && (order.perSecond || idle.length > 0 || open < order.connections)) {
    waiting.push({ request: drawn?.[begun] ?? draw(begun), at: performance.now() })
    begun++
    serve()
  }
}

function serve() {
  while (waiting.length > 0 && (idle.length > 0 || open < order.connections)) {
    const { request, at } = waiting.shift()!
    ;(idle.pop() ?? openLine()).send(request, at)
  }
}

function openLine(): Line {
  open++
  let current: { at: number; cut: boolean } | null = null
  let heard: Buffer = Buffer.alloc(0)
  const socket: Socket = connect(order.port, '127.0.0.1').setNoDelay(true)
  const line: Line = {
    send({ bytes, cut = false }, at) {
      current = { at, cut }
      socket.write(bytes)
      if (cut) socket.destroySoon()
    },
  }
  socket
    .on('error', () => {})
    .on('data', (chunk: Buffer) => {
      heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk])
      const answer = readAnswer(heard)
      if (!answer || !current) return
      heard = Buffer.alloc(0)
      const { at } = current
      current = null
      if (answer.closing || order.what === 'honest') socket.destroy()
      else idle.push(line)
      ended(answer.status, at)
    })
    .on('close', () => {
      open--
      const at = idle.indexOf(line)
      if (at >= 0) idle.splice(at, 1)
      if (current) ended(current.cut ? 'cut' : 'closed', current.at)
      else next()
    })
  return line
}

function readAnswer(heard: Buffer): { status: string; closing: boolean } | null {
  const end = heard.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = heard.toString('latin1', 0, end)
  if (heard.length < end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)) return null
  return { status: head.slice(9, 12), closing: /^connection: close/im.test(head) }
}

function ended(status: string, at: number) {
  statuses[status] = (statuses[status] ?? 0) + 1
  latencies.push(performance.now() - at)
  if (latencies.length === order.count) report()
  else next()
}

function next() {
  begin()
  serve()
}

function report() {
  clearInterval(pace)
  latencies.sort((a, b) => a - b)
  const outcome: Outcome = {
    perSecond: (order.count / (performance.now() - start)) * 1_000,
    p50: latencies[order.count >> 1]!,
    p99: latencies[Math.floor(order.count * 0.99)]!,
    statuses,
  }
  process.stdout.write(JSON.stringify(outcome), () => process.exit(0))
}
