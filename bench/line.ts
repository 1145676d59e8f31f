import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { consents } from '#campaign'
import { openStore } from '#server/db/open.ts'
import { type Store, type StoreLocation } from '#server/db/store.ts'
import { beginLine } from '#server/line/begin.ts'
import { campaignLine } from '#server/line/enter.ts'
import { readPlace } from '#server/line/line.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { silentLog } from '#test/silent-log.ts'
import { openCrowd, type CpuRun } from './crowd.ts'
import { fill } from './fill.ts'
import { claim, figure, median } from './measure.ts'
import { startBenchPostgres, type BenchPostgres } from './postgres.ts'
import type { Series } from './report.ts'

/** BENCH_PEOPLE: fewer than a million, for a quick look. */
const sizes = [10_000, Number(process.env['BENCH_PEOPLE'] ?? 1_000_000)] as const
const rounds = 7
const confirmRounds = 30
const pressRounds = 4
const reads = 500
const confirmations = 1_000
/** Presses that arrive in one turn of the event loop. Each has a commit of its own. */
const pressesAtOnce = [1, 50] as const
const patient = { connectMs: 60_000, waitMs: 600_000, holdMs: 600_000 }

type Database = Awaited<ReturnType<BenchPostgres['freshDatabase']>>
type Cpu = { server: number; database: number }
type Line = { store: Store; ids: string[]; close(): Promise<void> }

/**
 * CPU of a place with its account, and of confirmations with and without the line: rounds
 * interleaved, medians.
 */
export async function line(): Promise<Series[]> {
  const series = await measureOn(null)
  const postgres = await startBenchPostgres()
  if (!postgres) return series
  series.push(...(await measureOn(postgres)))
  await postgres.stop()
  return series
}

async function measureOn(postgres: BenchPostgres | null): Promise<Series[]> {
  const engine = postgres ? 'Postgres' : 'SQLite'
  const confirmed = await confirmationsOn(postgres)
  for (const one of confirmed) reportConfirmations(engine, one)
  const lines: Line[] = []
  for (const [index, people] of sizes.entries())
    lines.push(await openLineOf(people, await postgres?.freshDatabase(`line_${index}`)))
  const runs: Cpu[][] = lines.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [index, one] of lines.entries()) runs[index]!.push(await places(one, postgres))
  const [few, many] = runs.map(medians) as [Cpu, Cpu]
  reportPlaces(engine, few, many)
  for (const one of lines) await one.close()
  const pressed = await comparePresses(postgres)
  figure(`${engine}: confirmations a second over 64 connections, with the line`, pressed.perSecond)
  figure(
    `${engine}: presses at 64 connections with the line against without, by CPU, with the page that answers`,
    totalOf(pressed.without) / totalOf(pressed.withLine),
  )
  return seriesOf(engine, [few, many], confirmed)
}

/** On a store of its own, and before a million people are in the memory of this process. */
async function confirmationsOn(postgres: BenchPostgres | null): Promise<Compared[]> {
  const line = await openLineOf(sizes[0], await postgres?.freshDatabase('line_confirmations'))
  const confirmed: Compared[] = []
  for (const atOnce of pressesAtOnce)
    confirmed.push(await compareConfirmations(line, atOnce, postgres))
  await line.close()
  return confirmed
}

/** The first round warms up and does not count. */
const medians = ([, ...runs]: readonly Cpu[]): Cpu => ({
  server: median(runs.map((run) => run.server)),
  database: median(runs.map((run) => run.database)),
})

async function cpuOf(
  postgres: BenchPostgres | null,
  times: number,
  work: () => Promise<void>,
): Promise<Cpu> {
  const ofDatabase = postgres?.cpuMicros() ?? 0
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return {
    server: (user + system) / times,
    database: ((postgres?.cpuMicros() ?? 0) - ofDatabase) / times,
  }
}

const places = ({ store, ids }: Line, postgres: BenchPostgres | null): Promise<Cpu> =>
  cpuOf(postgres, reads, async () => {
    for (let n = 0; n < reads; n++)
      await readPlace(store.db, ids[Math.floor(Math.random() * ids.length)]!)
  })

function reportPlaces(engine: string, few: Cpu, many: Cpu): void {
  const at = `a place with its account at ${sizes[1].toLocaleString('en')} people`
  claim(`${engine}, ${at}: us of the server's CPU`, many.server, many.server <= 250, 'at most 250')
  if (engine === 'Postgres')
    claim(
      `${engine}, ${at}: us of Postgres's CPU`,
      many.database,
      many.database <= 1_500,
      'at most 1,500',
    )
  const [all, allOfFew] = [many.server + many.database, few.server + few.database]
  claim(`${engine}, ${at}: CPU against 10,000`, all / allOfFew, all <= 2 * allOfFew, 'at most 2x')
}

/** `ratio`: the median of the rounds', so that a machine that is slower for a while slows both. */
type Compared = { atOnce: number; withLine: Cpu; without: Cpu; ratio: number }

/**
 * Without its row in `line_head` a store has no line, and every confirmation is the same otherwise.
 */
async function compareConfirmations(
  { store }: Line,
  atOnce: number,
  postgres: BenchPostgres | null,
): Promise<Compared> {
  const head = await store.db.selectFrom('line_head').selectAll().executeTakeFirstOrThrow()
  const runs: { withLine: Cpu[]; without: Cpu[] } = { withLine: [], without: [] }
  for (let round = 0; round <= confirmRounds; round++) {
    await store.db.deleteFrom('line_head').execute()
    runs.without.push(await confirmSome(store, atOnce, postgres))
    const orders = await sql<{ next: number }>`select max("order") + 1 as next from line`.execute(
      store.db,
    )
    await store.db
      .insertInto('line_head')
      .values({ ...head, nextOrder: Number(orders.rows[0]!.next) })
      .execute()
    runs.withLine.push(await confirmSome(store, atOnce, postgres))
  }
  const [, ...ratios] = runs.without.map(
    (one, round) => totalOf(one) / totalOf(runs.withLine[round]!),
  )
  return {
    atOnce,
    withLine: medians(runs.withLine),
    without: medians(runs.without),
    ratio: median(ratios),
  }
}

let names = 0
const secrets = ['a-secret-for-the-benches-long-enough-for-it'] as const

async function confirmSome(
  store: Store,
  atOnce: number,
  postgres: BenchPostgres | null,
): Promise<Cpu> {
  const now = Date.now()
  const joining = Array.from({ length: confirmations }, () => ({
    email: `confirms${names++}@example.com`,
    placement: 'hero',
    source: '',
    consent: consents[0],
  }))
  const added = await store.transact((trx) => addPeople(trx, joining, 'double', now))
  const presses = [...added.values()].map((personId, index) => ({
    personId,
    press: { code: '', address: `10.0.${index >> 8}.${index & 255}`, secrets },
  }))
  return cpuOf(postgres, confirmations, async () => {
    for (let from = 0; from < presses.length; from += atOnce)
      await Promise.all(
        presses
          .slice(from, from + atOnce)
          .map(({ personId, press }) =>
            store.transact((trx) => confirmPerson(trx, personId, now, press)),
          ),
      )
  })
}

const totalOf = ({ server, database }: Cpu) => server + database

const atOnceOf = ({ atOnce }: Compared) => (atOnce === 1 ? 'one at a time' : `${atOnce} at once`)

/** Presses of the button 'confirm' over HTTP. With a line the page that answers is the person's own. */
async function comparePresses(
  postgres: BenchPostgres | null,
): Promise<Pick<Compared, 'withLine' | 'without'> & { perSecond: number }> {
  const crowd = await openCrowd(sizes[0], pressRounds * 2, postgres)
  await crowd.claims()
  for (let turn = 0; turn < pressRounds * 2; turn++) await crowd.run('claim')
  await crowd.serve()
  const store = await openStore(crowd.where, { log: silentLog, role: 'command' })
  const runs: { withLine: CpuRun[]; without: CpuRun[] } = { withLine: [], without: [] }
  for (let round = 0; round < pressRounds; round++) {
    runs.withLine.push(await crowd.run('confirm'))
    const head = await store.db.deleteFrom('line_head').returningAll().executeTakeFirstOrThrow()
    runs.without.push(await crowd.run('confirm'))
    await store.db.insertInto('line_head').values(head).execute()
  }
  await store.close()
  await crowd.close()
  return {
    withLine: medians(runs.withLine),
    without: medians(runs.without),
    perSecond: median(runs.withLine.map((run) => run.perSecond)),
  }
}

function reportConfirmations(engine: string, compared: Compared): void {
  const { ratio } = compared
  claim(
    `${engine}: confirmations ${atOnceOf(compared)} with the line against without, by CPU`,
    ratio,
    ratio >= 0.8,
    'at least 0.8x',
  )
}

const seriesOf = (
  engine: string,
  ofSizes: readonly Cpu[],
  confirmed: readonly Compared[],
): Series[] => [
  {
    title: `CPU of a place with its account on ${engine}`,
    unit: 'microseconds',
    values: ofSizes.flatMap((cpu, index) => {
      const people = `${sizes[index]!.toLocaleString('en')} people`
      return [
        { label: `${people}, the server`, value: cpu.server },
        ...(engine === 'Postgres' ? [{ label: `${people}, Postgres`, value: cpu.database }] : []),
      ]
    }),
  },
  {
    title: `CPU of a confirmation on ${engine}, all processes`,
    unit: 'microseconds',
    values: confirmed.flatMap((one) => [
      { label: `${atOnceOf(one)}, with the line`, value: totalOf(one.withLine) },
      { label: `${atOnceOf(one)}, without`, value: totalOf(one.without) },
    ]),
  },
]

/** Everybody confirmed before the line began; each tenth person has one to ten friends. */
async function openLineOf(people: number, database: Database | undefined): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
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
  await beginLine(store, async () => store, campaignLine, Date.now())
  await store.transact(async (trx) => {
    await sql`update line set friends = 1 + "order" / 10 % 10, key = key - 25 * (1 + "order" / 10 % 10)
      where "order" % 10 = 0`.execute(trx)
  })
  if (database) await sql`vacuum analyze`.execute(store.db)
  const rows = await sql<{ id: string }>`
    select "personId" as id from line where "order" % ${sql.lit(Math.ceil(people / 10_000))} = 0`.execute(
    store.db,
  )
  return {
    store,
    ids: rows.rows.map(({ id }) => id),
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
