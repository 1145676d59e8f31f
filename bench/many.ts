import { cpus } from 'node:os'
import { boundOf, sum, type Part } from './bound.ts'
import type { Series } from './report.ts'
import { cpuMicrosOf } from './cpu.ts'
import {
  claim,
  figure,
  loadAll,
  median,
  note,
  startBench,
  type BenchServer,
  type Load,
} from './measure.ts'
import { startBenchPostgres, type BenchPostgres } from './postgres.ts'

const most = 3
const rounds = 3
const requests = 18_000
const connections = 48

/**
 * `servers`, `postgres` and `clientMicros` are microseconds of CPU a sign-up, whichever server it
 * came to.
 */
type Measured = Load & { servers: number[]; postgres: number }

/**
 * Sign-ups at one, two and three server processes on one Postgres: all of them run throughout, and
 * the load goes to the first ones.
 */
export async function many(): Promise<Series[]> {
  const postgres = await startBenchPostgres()
  if (!postgres) return []
  const env = await postgres.freshDatabase('many')
  const servers: BenchServer[] = []
  while (servers.length < most) servers.push(await startBench('bench/join-server.ts', env))
  await loadAll(servers, { connections, requests: most * 2_000, kind: 'join' })
  const measured: Measured[][] = servers.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (let count = 1; count <= most; count++)
      measured[count - 1]!.push(await measure(servers.slice(0, count), postgres))
  for (const server of servers) await server.stop()
  await postgres.stop()
  return tell(measured.map(medianOf))
}

async function measure(
  servers: readonly BenchServer[],
  postgres: BenchPostgres,
): Promise<Measured> {
  const before = {
    servers: servers.map(({ pid }) => cpuMicrosOf(pid)),
    postgres: postgres.cpuMicros(),
  }
  const loaded = await loadAll(servers, { connections, requests, kind: 'join' })
  return {
    ...loaded,
    postgres: (postgres.cpuMicros() - before.postgres) / requests,
    servers: servers.map(
      ({ pid }, index) => (cpuMicrosOf(pid) - before.servers[index]!) / requests,
    ),
  }
}

/** Of the round whose throughput is the median one, so that its figures belong together. */
const medianOf = (all: readonly Measured[]): Measured => {
  const middle = median(all.map(({ perSecond }) => perSecond))
  return {
    ...all.find(({ perSecond }) => perSecond === middle)!,
    refused: sum(all.map(({ refused }) => refused)),
  }
}

function tell(all: readonly Measured[]): Series[] {
  for (const one of all) {
    const name = processes(one)
    figure(`sign-ups a second, ${name}`, one.perSecond)
    figure(`ms in which 99 of 100 are answered, ${name}`, one.p99)
    for (const { name: part, micros } of partsOf(one))
      figure(`µs of CPU a sign-up, ${name}: ${part}`, sum(micros))
    if (one.servers.length > 1)
      one.servers.forEach((micros, index) =>
        figure(
          `µs of CPU for each of its own sign-ups, ${name}: server ${index + 1}`,
          micros * one.servers.length,
        ),
      )
    note(`With ${name}: ${boundOf(one.perSecond, partsOf(one), cpus().length)}`)
  }
  const refused = sum(all.map(({ refused }) => refused))
  claim('sign-ups refused', refused, refused === 0, 'none')
  return [
    {
      title: `Sign-ups on one Postgres, ${connections} connections`,
      unit: 'a second, all processes together',
      values: all.map((one) => ({ label: processes(one), value: one.perSecond })),
    },
    {
      title: 'CPU of a sign-up, all on one machine',
      unit: 'microseconds',
      values: all.flatMap((one) =>
        partsOf(one).map(({ name, micros }) => ({
          label: `${processes(one)}: ${name}`,
          value: sum(micros),
        })),
      ),
    },
  ]
}

const processes = ({ servers: { length } }: Measured) =>
  length === 1 ? '1 process' : `${length} processes`
const partsOf = ({ servers, postgres, clientMicros }: Measured): Part[] => [
  { name: servers.length === 1 ? 'the server' : 'the servers', micros: servers },
  { name: 'Postgres', micros: [postgres], spreads: true },
  { name: 'the load', micros: [clientMicros] },
]
