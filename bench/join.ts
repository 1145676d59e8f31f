import type { Series } from './report.ts'
import {
  claim,
  load,
  median,
  metric,
  startBench,
  type BenchServer,
  type Measured,
} from './measure.ts'

const rounds = 5
const oneEach = { ROWS_PER_COMMIT: '1' }
const slowDisk = { COMMIT_MS: '2' }

type Variant = {
  name: string
  server: BenchServer
  share: number
  at: readonly number[]
  runs: Map<number, Measured[]>
}

/**
 * Durable sign-ups with all the real work (budgets, person, consent, mail), against one commit
 * each, on a slower disk, and against storing nothing.
 */
export async function join(): Promise<Series[]> {
  const batched = await open('batched', 'bench/join-server.ts', {}, 1, [1, 16, 64])
  const alone = await open('one commit each', 'bench/join-server.ts', oneEach, 0.5, [1, 16, 64])
  const slowBatched = await open(
    'batched, 2 ms more a commit',
    'bench/join-server.ts',
    slowDisk,
    0.5,
    [64],
  )
  const slowAlone = await open(
    'one commit each, 2 ms more a commit',
    'bench/join-server.ts',
    { ...slowDisk, ...oneEach },
    0.15,
    [64],
  )
  const nothing = await open('storing nothing', 'bench/join-nothing-server.ts', {}, 1, [64])
  const all = [batched, alone, slowBatched, slowAlone, nothing]
  for (const { server, share } of all)
    await load(server, { connections: 16, requests: 2_000 * share, kind: 'join' })
  const rowsACommit = await rowsPerCommit(batched.server, async () => {
    for (let round = 0; round < rounds; round++) for (const variant of all) await run(variant, 64)
  })
  for (const connections of [1, 16])
    for (let round = 0; round < rounds; round++)
      for (const variant of [batched, alone]) await run(variant, connections)
  for (const { server } of all) await server.stop()

  for (const variant of all) for (const connections of variant.at) describe(variant, connections)
  claim('rows a commit at 64 connections', rowsACommit, rowsACommit >= 20, 'at least 20')
  claimRatio('against one commit each', batched, alone, 2)
  claimRatio('against one commit each, with 2 ms more a commit', slowBatched, slowAlone, 8)
  claimRatio('against the same server that stores nothing', batched, nothing, 0.2)
  return [
    {
      title: 'Sign-ups a second by connections',
      unit: 'a second',
      values: [1, 16, 64].flatMap((connections) =>
        [batched, alone].map((variant) => ({
          label: `${connections}, ${variant.name}`,
          value: throughput(variant, connections),
        })),
      ),
    },
    {
      title: 'Sign-ups a second at 64 connections',
      unit: 'a second',
      values: all.map((variant) => ({ label: variant.name, value: throughput(variant, 64) })),
    },
  ]
}

const open = async (
  name: string,
  file: string,
  env: Record<string, string>,
  share: number,
  at: readonly number[],
): Promise<Variant> => ({
  name,
  share,
  at,
  server: await startBench(file, env),
  runs: new Map(at.map((connections) => [connections, []])),
})

const requestsAt: Record<number, number> = { 1: 2_000, 16: 8_000, 64: 8_000 }

async function run({ server, share, runs }: Variant, connections: number) {
  runs
    .get(connections)!
    .push(
      await load(server, { connections, requests: requestsAt[connections]! * share, kind: 'join' }),
    )
}

async function rowsPerCommit(server: BenchServer, work: () => Promise<void>): Promise<number> {
  const read = async () => ({
    rows: await metric(server, 'signup_commit_rows_sum'),
    commits: await metric(server, 'signup_commit_rows_count'),
  })
  const before = await read()
  await work()
  const after = await read()
  return (after.rows - before.rows) / (after.commits - before.commits)
}

const medianOf = ({ runs }: Variant, connections: number, figure: keyof Measured) =>
  median(runs.get(connections)!.map((run) => run[figure]))
const throughput = (variant: Variant, connections: number) =>
  medianOf(variant, connections, 'perSecond')

function describe(variant: Variant, connections: number) {
  const of = (figure: keyof Measured) => medianOf(variant, connections, figure)
  const refused = variant.runs.get(connections)!.reduce((sum, run) => sum + run.refused, 0)
  console.log(
    `${connections} connections, ${variant.name}: ${of('perSecond').toFixed(0)}/s (p50 ${of('p50').toFixed(1)} ms, p99 ${of('p99').toFixed(1)} ms, ${of('cpuMicros').toFixed(0)} us CPU)${refused > 0 ? `, REFUSED ${refused}` : ''}`,
  )
}

function claimRatio(what: string, ours: Variant, other: Variant, least: number) {
  const ratio = throughput(ours, 64) / throughput(other, 64)
  claim(`throughput ${what}, at 64 connections`, ratio, ratio >= least, `at least ${least}x`)
}
