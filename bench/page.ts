import type { Series } from './report.ts'
import { claim, figure, load, median, startBench, type BenchServer } from './measure.ts'

const requests = 20_000
const connections = 16
/** Processes of one program differ, so each is started again. */
const pairs = 3
const rounds = 5

/** µs of CPU a page in one round. */
type Run = { ours: number; bare: number }

/**
 * Server CPU a page against a bare node:http server that sends the same bytes and headers, with
 * simulated figures and with those that the server counts; interleaved rounds, medians of their
 * ratios, so that a machine that is slower for a while slows both.
 */
export async function page(): Promise<Series[]> {
  const series: Series[] = []
  for (const mode of ['simulated', 'live'] as const) series.push(await measure(mode))
  return series
}

async function measure(mode: 'simulated' | 'live'): Promise<Series> {
  const runs: Run[] = []
  for (let pair = 0; pair < pairs; pair++) runs.push(...(await measurePair(mode)))
  const ratio = median(runs.map(({ ours, bare }) => ours / bare))
  const [ours, bare] = [median(runs.map((run) => run.ours)), median(runs.map((run) => run.bare))]
  claim(`CPU against bare node:http, ${mode} figures`, ratio, ratio <= 1.4, 'at most 1.4x')
  figure(`µs of CPU a page, ${mode} figures`, ours)
  figure(`µs of CPU a page by bare node:http, ${mode} figures`, bare)
  return {
    title: `The server's CPU for a page with ${mode} figures`,
    unit: 'microseconds',
    values: [
      { label: 'this server', value: ours },
      { label: 'bare node:http', value: bare },
    ],
  }
}

async function measurePair(mode: 'simulated' | 'live'): Promise<Run[]> {
  const ours = await startBench('dist/fuel/server/main.js', { FIGURES: mode })
  const bare = await startBench('bench/bare-server.ts', {
    COPY_FROM: `http://127.0.0.1:${ours.port}/`,
  })
  const cpuOf = async (server: BenchServer) =>
    (await load(server, { connections, requests, kind: 'page' })).cpuMicros
  const runs: Run[] = []
  for (let round = 0; round <= rounds; round++)
    runs.push({ ours: await cpuOf(ours), bare: await cpuOf(bare) })
  await Promise.all([ours.stop(), bare.stop()])
  // The first round warms up.
  return runs.slice(1)
}
