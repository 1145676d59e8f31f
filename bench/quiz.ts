import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dueProgress } from '#server/sequence/planner.ts'
import { openStore } from '#server/db/open.ts'
import { silentLog } from '#test/silent-log.ts'
import { fill } from './fill.ts'
import { claim, figure, load, median, startBench, type Measured } from './measure.ts'

const kinds = ['join', 'save'] as const
const rounds = 3
const requests = 6_000
const connections = 64
const people = 1_000_000

/**
 * Durable saves of quiz results against sign-ups of the same run (interleaved rounds, medians), and
 * the query for due steps among a million people.
 */
export async function quiz(): Promise<void> {
  const server = await startBench('bench/join-server.ts')
  for (const kind of kinds) await load(server, { connections: 16, requests: 2_000, kind })
  const measured: Record<(typeof kinds)[number], Measured[]> = { join: [], save: [] }
  for (let round = 0; round < rounds; round++)
    for (const kind of kinds)
      measured[kind].push(await load(server, { connections, requests, kind }))
  await server.stop()
  const [joins, saves] = kinds.map((kind) => {
    const of = (figure: keyof Measured) => median(measured[kind].map((one) => one[figure]))
    const refused = measured[kind].reduce((sum, one) => sum + one.refused, 0)
    console.log(
      `${kind}, ${connections} connections: ${of('perSecond').toFixed(0)}/s (p99 ${of('p99').toFixed(1)} ms, ${of('cpuMicros').toFixed(0)} us CPU)${refused > 0 ? `, REFUSED ${refused}` : ''}`,
    )
    return of('perSecond')
  }) as [number, number]
  figure('sign-ups a second', joins)
  claim('saves a second', saves, saves >= 200, 'at least 200')
  await dueAmongMany()
}

async function dueAmongMany() {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const now = Date.now()
  await fill({ dataDir }, people, now)
  const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
  for (const [what, at] of [
    ['none', now - 1],
    ['one in a thousand', now + 1_000],
    ['all', now + people],
  ] as const) {
    const times: number[] = []
    for (let n = 0; n < 200; n++) {
      const start = performance.now()
      await dueProgress(store.db, at, 200).execute()
      times.push(performance.now() - start)
    }
    const took = median(times)
    claim(
      `ms to find 200 due steps among ${people} people, ${what} due`,
      took,
      took <= 5,
      'at most 5',
    )
  }
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
}
