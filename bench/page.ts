import type { Series } from './report.ts'
import { claim, figure, load, median, startBench } from './measure.ts'

const requests = 20_000
const connections = 16
const rounds = 13

/**
 * Server CPU a page against a bare node:http server that sends the same bytes and headers, with
 * simulated figures and with those that the server counts; interleaved rounds, medians.
 */
export async function page(): Promise<Series[]> {
  const series: Series[] = []
  for (const mode of ['simulated', 'live'] as const) series.push(await measure(mode))
  return series
}

async function measure(mode: 'simulated' | 'live'): Promise<Series> {
  const ours = await startBench('dist/server/main.js', { FIGURES: mode })
  const bare = await startBench('bench/bare-server.ts', {
    COPY_FROM: `http://127.0.0.1:${ours.port}/`,
  })
  const cpu: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (const server of [ours, bare]) await load(server, { connections, requests, kind: 'page' })
  for (let round = 0; round < rounds; round++) {
    cpu.ours.push((await load(ours, { connections, requests, kind: 'page' })).cpuMicros)
    cpu.bare.push((await load(bare, { connections, requests, kind: 'page' })).cpuMicros)
  }
  await Promise.all([ours.stop(), bare.stop()])
  // Of one round each, so that a machine that is slower for a while slows both.
  const ratio = median(cpu.ours.map((micros, round) => micros / cpu.bare[round]!))
  claim(`CPU against bare node:http, ${mode} figures`, ratio, ratio <= 1.4, 'at most 1.4x')
  figure(`µs of CPU a page, ${mode} figures`, median(cpu.ours))
  figure(`µs of CPU a page by bare node:http, ${mode} figures`, median(cpu.bare))
  return {
    title: `The server's CPU for a page with ${mode} figures`,
    unit: 'microseconds',
    values: [
      { label: 'this server', value: median(cpu.ours) },
      { label: 'bare node:http', value: median(cpu.bare) },
    ],
  }
}
