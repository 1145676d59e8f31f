import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpuMicrosOf } from './cpu.ts'
import { claim, figure, startBench, type BenchServer } from './measure.ts'
import type { Series } from './report.ts'

const listeners = 5_000
const seconds = 30

/** The server's cost of 5,000 open pages while a figure changes each second. */
export async function live(): Promise<Series[]> {
  const server = await startBench('dist/fuel/server/main.js', {
    FIGURES: 'live',
    OPT_IN: 'single',
    LIMITS: 'off',
    TRUSTED_PROXIES: '',
  })
  await changes(server, 5)
  const alone = await changes(server, seconds)
  const before = residentMb(server.pid)
  const streams = await openStreams(server)
  const heard = await changes(server, seconds)
  const grown = residentMb(server.pid) - before
  const messages = streams.map(({ messages: count }) => count)
  for (const { socket } of streams) socket.destroy()
  await server.stop()

  const share = heard - alone
  claim('percent of a core for 5,000 listeners', share, share <= 15, 'at most 15')
  claim('MB for 5,000 listeners', grown, grown <= 120, 'at most 120')
  figure(`messages in ${seconds} s, to the listener that got the fewest`, Math.min(...messages))
  return [
    {
      title: 'CPU while a figure changes each second',
      unit: '% of a core',
      values: [
        { label: 'no listener', value: alone },
        { label: '5,000 listeners', value: heard },
      ],
    },
  ]
}

/** One person joins each second. Returns the percent of a core that the server used. */
async function changes(server: BenchServer, times: number): Promise<number> {
  const [from, cpu] = [performance.now(), cpuMicrosOf(server.pid)]
  for (let second = 0; second < times; second++) {
    await join(server)
    await new Promise((resolve) =>
      setTimeout(resolve, from + (second + 1) * 1_000 - performance.now()),
    )
  }
  return (cpuMicrosOf(server.pid) - cpu) / 10 / (performance.now() - from)
}

let joined = 0
async function join({ port }: BenchServer) {
  const url = `http://localhost:${port}`
  const { status } = await fetch(`${url}/join`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams({ email: `person${++joined}@example.com`, placement: 'hero' }),
  })
  if (status !== 303) throw new Error(`a sign-up was answered ${status}`)
}

type Stream = { socket: Socket; messages: number }

async function openStreams({ port }: BenchServer): Promise<Stream[]> {
  const streams: Stream[] = []
  while (streams.length < listeners)
    streams.push(...(await Promise.all(Array.from({ length: 50 }, () => open(port)))))
  return streams
}

/** Resolves with the headers of the answer. */
function open(port: number): Promise<Stream> {
  const { promise, resolve, reject } = Promise.withResolvers<Stream>()
  const stream = { socket: connect(port, '127.0.0.1'), messages: 0 }
  stream.socket.on('error', reject)
  stream.socket.on('data', (bytes) => {
    if (bytes.includes('event: figures')) stream.messages++
    resolve(stream)
  })
  stream.socket.write(
    `GET /live HTTP/1.1\r\nhost: localhost:${port}\r\naccept: text/event-stream\r\n\r\n`,
  )
  return promise
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
