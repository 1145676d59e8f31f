import type { Series } from './report.ts'
import { openCrowd, type CpuRun, type Crowd, type Operation } from './crowd.ts'
import { claim, median } from './measure.ts'
import { startBenchPostgres, type BenchPostgres } from './postgres.ts'

const sizes = [0, 100_000, 1_000_000]
const rounds = 5
const titles: Record<Operation, string> = {
  claim: 'claim of a due mail',
  join: 'sign-up',
  confirm: 'confirmation',
  save: 'quiz save',
}
const operations = Object.keys(titles) as Operation[]

/**
 * CPU of what visitors do and of a mail's claim at none, 100,000 and 1,000,000 people: rounds
 * interleaved, medians. On Postgres the database's own CPU is counted apart.
 */
export async function grow(): Promise<Series[]> {
  const series = await growOn(null)
  const postgres = await startBenchPostgres()
  if (!postgres) return series
  series.push(...(await growOn(postgres)))
  await postgres.stop()
  return series
}

async function growOn(postgres: BenchPostgres | null): Promise<Series[]> {
  const engine = postgres ? 'Postgres' : 'SQLite'
  const crowds: Crowd[] = []
  // A turn more than there are rounds: the first of each operation warms up and does not count.
  for (const people of sizes) crowds.push(await openCrowd(people, rounds + 1, postgres))
  const runs = await measure(crowds)
  for (const crowd of crowds) await crowd.close()
  console.log(
    `${engine}: "none" grew to ${crowds[0]!.entered().toLocaleString('en')} people while it was measured`,
  )
  const seriesOf = (of: keyof CpuRun, whose: string): Series => ({
    title: `CPU by how many people there are: ${whose}`,
    unit: 'microseconds',
    values: operations.flatMap((operation) =>
      report(
        operation,
        whose,
        runs[operation].map((ofCrowd) => median(ofCrowd.map((run) => run[of]))),
      ),
    ),
  })
  return [
    seriesOf('server', `the server on ${engine}`),
    ...(postgres ? [seriesOf('database', `${engine}'s own processes`)] : []),
  ]
}

/**
 * The runs of each operation, for each crowd. Claims come first: they draw the links that are
 * confirmed afterwards, and no server may claim beside them.
 */
async function measure(crowds: readonly Crowd[]): Promise<Record<Operation, CpuRun[][]>> {
  for (const crowd of crowds) await crowd.claims()
  const claim = await interleave(crowds, 'claim')
  for (const crowd of crowds) await crowd.serve()
  return {
    claim,
    join: await interleave(crowds, 'join'),
    confirm: await interleave(crowds, 'confirm'),
    save: await interleave(crowds, 'save'),
  }
}

async function interleave(crowds: readonly Crowd[], operation: Operation): Promise<CpuRun[][]> {
  for (const crowd of crowds) await crowd.run(operation)
  const runs: CpuRun[][] = crowds.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, crowd] of crowds.entries()) runs[index]!.push(await crowd.run(operation))
  return runs
}

function report(operation: Operation, whose: string, micros: readonly number[]): Series['values'] {
  const title = `${titles[operation]}, ${whose}`
  const [none, some, many] = micros as [number, number, number]
  console.log(
    `${title}: ${micros.map((value) => value.toFixed(0)).join(', ')} us of CPU at none, 100,000, 1,000,000 people`,
  )
  claim(
    `${title}: CPU at 1,000,000 people against 100,000`,
    many / some,
    many <= 1.25 * some,
    'at most 1.25x',
  )
  claim(
    `${title}: CPU at 1,000,000 people against none`,
    many / none,
    many <= 2.5 * none,
    'at most 2.5x',
  )
  return sizes.map((people, index) => ({
    label: `${titles[operation]}, ${people.toLocaleString('en')} people`,
    value: micros[index]!,
  }))
}
