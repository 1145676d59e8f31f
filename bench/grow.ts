import type { Chart } from './chart.ts'
import { openCrowd, type Crowd, type CpuRun, type Operation } from './crowd.ts'
import { claim, median } from './measure.ts'
import { startBenchPostgres } from './postgres.ts'

const sizes = [0, 100_000, 1_000_000]
const rounds = 5
const titles: Record<Operation, string> = { join: 'sign-up', confirm: 'confirmation', save: 'quiz save', claim: 'claim of a due mail' }
const operations = Object.keys(titles) as Operation[]

type Figures = Record<Operation, CpuRun[][]>

/** CPU of what visitors do and of a mail's claim at none, 100,000 and 1,000,000 people: rounds interleaved, medians. On Postgres the database's own CPU is counted apart. */
export async function grow(): Promise<Chart[]> {
  const charts = await growOn('SQLite', (people) => openCrowd(people, { rounds }))
  const postgres = await startBenchPostgres()
  if (!postgres) return charts
  try {
    return [...charts, ...await growOn('Postgres', (people) => openCrowd(people, { rounds, postgres }))]
  } finally {
    await postgres.stop()
  }
}

async function growOn(engine: 'SQLite' | 'Postgres', open: (people: number) => Promise<Crowd>): Promise<Chart[]> {
  const crowds: Crowd[] = []
  for (const people of sizes) crowds.push(await open(people))
  const figures = await measure(crowds)
  for (const crowd of crowds) await crowd.close()
  console.log(`${engine}: "none" grew to ${crowds[0]!.entered()} people while it was measured`)
  const parts = engine === 'SQLite' ? ['server'] as const : ['server', 'database'] as const
  return parts.flatMap((part) => operations.map((operation) => report(`${titles[operation]}, ${engine}${part === 'database' ? ", the database's processes" : ''}`, figures[operation].map((runs) => median(runs.map((run) => run[part]))))))
}

async function measure(crowds: readonly Crowd[]): Promise<Figures> {
  const figures = Object.fromEntries(operations.map((operation) => [operation, crowds.map(() => [])])) as unknown as Figures
  // The claims come first: they draw the links that are confirmed afterwards, and no server may claim beside them.
  for (const these of [['claim'], ['join', 'confirm', 'save']] as const) {
    for (const crowd of crowds) await crowd.ready(these)
    for (let round = 0; round < rounds; round++) for (const operation of these) for (const [index, crowd] of crowds.entries()) figures[operation][index]!.push(await crowd.run(operation))
  }
  return figures
}

function report(title: string, micros: readonly number[]): Chart {
  const [none, some, many] = micros as [number, number, number]
  console.log(`${title}: ${micros.map((value) => value.toFixed(0)).join(', ')} us CPU at none, 100,000, 1,000,000 people`)
  claim(`${title}: CPU at 1,000,000 against 100,000`, many / some, many <= 1.25 * some, 'at most 1.25x')
  claim(`${title}: CPU at 1,000,000 against none`, many / none, many <= 2.5 * none, 'at most 2.5x')
  return { title: `CPU of a ${title}`, unit: 'us', bars: sizes.map((people, index) => ({ label: `${people.toLocaleString('en')} people`, value: micros[index]! })) }
}
