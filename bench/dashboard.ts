import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { campaign } from '#campaign'
import { overviewRanges, type OverviewRange } from '#contract/dashboard/overview-figures.ts'
import { readOverview } from '#server/counts/read-overview.ts'
import { writeCounts } from '#server/counts/count.ts'
import { openStore } from '#server/db/open.ts'
import { type Store, type StoreLocation } from '#server/db/store.ts'
import { silentLog } from '#test/silent-log.ts'
import { fill } from './fill.ts'
import { claim, median } from './measure.ts'
import { startBenchPostgres, type BenchPostgres } from './postgres.ts'
import type { Series } from './report.ts'

const sizes = [1_000, 1_000_000]
const rounds = 7
const reads = 100
const { timeZone } = campaign
/** Counting a million people once, to fill the store, takes longer than a visitor waits. */
const patient = { connectMs: 60_000, waitMs: 600_000, holdMs: 600_000 }

/**
 * CPU of reading the overview's figures at 1,000 and 1,000,000 people: rounds interleaved, medians.
 * On Postgres the database's own CPU is added.
 */
export async function dashboard(): Promise<Series[]> {
  const series = [await measureOn(null)]
  const postgres = await startBenchPostgres()
  if (!postgres) return series
  series.push(await measureOn(postgres))
  await postgres.stop()
  return series
}

async function measureOn(postgres: BenchPostgres | null): Promise<Series> {
  const engine = postgres ? 'Postgres' : 'SQLite'
  const lists: List[] = []
  for (const people of sizes) lists.push(await openList(people, postgres))
  const values: Series['values'] = []
  for (const range of overviewRanges) {
    const micros = await interleave(lists, range, postgres)
    report(engine, range, micros)
    values.push(
      ...sizes.map((people, index) => ({
        label: `${range}, ${people.toLocaleString('en')} people`,
        value: micros[index]!,
      })),
    )
  }
  for (const list of lists) await list.close()
  return { title: `CPU of the overview's figures on ${engine}`, unit: 'microseconds', values }
}

/** The median of each list. The first round warms up and does not count. */
async function interleave(
  lists: readonly List[],
  range: OverviewRange,
  postgres: BenchPostgres | null,
): Promise<number[]> {
  const micros: number[][] = lists.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, { store }] of lists.entries())
      micros[index]!.push(await cpuOfReads(store, range, postgres))
  return micros.map(([, ...counted]) => median(counted))
}

function report(engine: string, range: OverviewRange, micros: readonly number[]) {
  const [few, many] = micros as [number, number]
  console.log(
    `${engine}, ${range}: ${few.toFixed(0)} and ${many.toFixed(0)} us of CPU at ${sizes.map((size) => size.toLocaleString('en')).join(' and ')} people`,
  )
  claim(
    `${engine}, overview of ${range}: CPU at 1,000,000 people against 1,000`,
    many / few,
    many <= 1.25 * few,
    'at most 1.25x',
  )
}

async function cpuOfReads(
  { db }: Store,
  range: OverviewRange,
  postgres: BenchPostgres | null,
): Promise<number> {
  const ofDatabase = postgres?.cpuMicros() ?? 0
  const before = process.cpuUsage()
  for (let n = 0; n < reads; n++) await readOverview(db, { range, timeZone, now: Date.now() })
  const { user, system } = process.cpuUsage(before)
  return (user + system + (postgres?.cpuMicros() ?? 0) - ofDatabase) / reads
}

async function countAll(store: Store): Promise<void> {
  type Counted = { hour: number; name: string; placement: string; count: number }
  const { rows } = await sql<Counted>`select "createdAt" - "createdAt" % 3600000 as hour,
      'name ' || substr(email, 1, 1) as name,
      case when substr(email, 2, 1) < '8' then 'hero' else 'final' end as placement,
      count(*) as count
    from people group by 1, 2, 3`.execute(store.db)
  const counts = rows.flatMap(({ hour: at, name, placement, count }) => [
    { what: 'people_confirmed' as const, at, count },
    ...(['joined', 'confirmed', 'joined_confirmed'] as const).map((what) => ({
      what,
      at,
      count,
      placement,
      source: { kind: 'utm' as const, name },
    })),
  ])
  await store.transact((trx) => writeCounts(trx, counts, timeZone))
}

type List = { store: Store; close(): Promise<void> }

/** People of the last six days from 16 sources and two forms, counted as their sign-ups were. */
async function openList(people: number, postgres: BenchPostgres | null): Promise<List> {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const database = await postgres?.freshDatabase(`overview_${people}`)
  const where: StoreLocation = database
    ? { databaseUrl: database.DATABASE_URL }
    : { dataDir: folder }
  await fill(where, people, Date.now())
  const store = await openStore(where, {
    log: silentLog,
    role: 'server',
    journalKey: () => '',
    timeLimits: patient,
  })
  await countAll(store)
  if (postgres) await sql`vacuum analyze`.execute(store.db)
  return {
    store,
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
