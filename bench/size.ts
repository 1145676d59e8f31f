import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peakMb } from '#test/peak-memory.ts'
import type { Series } from './report.ts'
import { fill } from './fill.ts'
import { claim, figure, load, median, startBench } from './measure.ts'
import { startBenchPostgres } from './postgres.ts'

const starts = 5
const people = 1_000_000
const dayMs = 24 * 3_600_000
/**
 * Memory that grows with what was done, and not only with what is done at a time, needs as long to
 * show.
 */
const holdS = 60

type Sized = { label: string; seconds: number; mb: number; signUps: number }

/**
 * From the start of the process to /readyz, and the peak of memory under a load that is held, as
 * `npm start` starts it: on an empty store and on one with a million people, on both engines.
 */
export async function size(): Promise<Series[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const sized = [await measure('an empty store', {})]
  await fill({ dataDir }, people, Date.now() + dayMs)
  sized.push(await measure('1,000,000 people', { DATA_DIR: dataDir }))
  rmSync(dataDir, { recursive: true })
  const postgres = await startBenchPostgres()
  if (postgres) {
    const env = await postgres.freshDatabase('size')
    await fill({ databaseUrl: env.DATABASE_URL }, people, Date.now() + dayMs)
    sized.push(await measure('1,000,000 people on Postgres', env))
    await postgres.stop()
  }
  for (const { label, seconds, mb, signUps } of sized) {
    claim(`seconds from start to ready, ${label}`, seconds, seconds <= 1, 'at most 1')
    claim(
      `MB after ${holdS} s of sign-ups at 64 connections (VmHWM), ${label}`,
      mb,
      mb <= 160,
      'at most 160',
    )
    figure(`sign-ups in these ${holdS} s, ${label}`, signUps)
  }
  return [
    {
      title: 'Seconds from start to ready',
      unit: 's',
      values: sized.map(({ label, seconds }) => ({ label, value: seconds })),
    },
    {
      title: `Peak of memory, ${holdS} s at 64 connections`,
      unit: 'MB',
      values: sized.map(({ label, mb }) => ({ label, value: mb })),
    },
  ]
}

async function measure(label: string, env: Record<string, string>): Promise<Sized> {
  const seconds: number[] = []
  for (let n = 0; n < starts; n++) {
    const server = await startBench('dist/fuel/server/main.js', env)
    seconds.push(server.readyMs / 1_000)
    await server.stop()
  }
  const server = await startBench('dist/fuel/server/main.js', env)
  await load(server, { connections: 64, requests: 20_000, kind: 'page' })
  const { requests, refused } = await load(server, {
    connections: 64,
    seconds: holdS,
    kind: 'join',
  })
  const mb = peakMb(server.pid)
  await server.stop()
  return { label, seconds: median(seconds), mb, signUps: requests - refused }
}
