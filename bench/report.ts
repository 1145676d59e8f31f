import type { Bench } from './list.ts'
import type { Recorded } from './measure.ts'

/** Values that belong together, e.g. one for each number of connections. */
export type Series = { title: string; unit: string; values: { label: string; value: number }[] }

/** `measuredOn` is the machine with the versions, `on` the date. */
export type Result = Recorded & { series: readonly Series[]; measuredOn: string; on: string }

/** docs/performance.md, from the last result of each bench that has one. */
export function reportOf(
  benches: Readonly<Record<string, Bench>>,
  results: Readonly<Record<string, Result>>,
): string {
  const sections = Object.entries(benches).map(([name, bench]) =>
    sectionOf(name, bench, results[name]),
  )
  return `${head}\n${sections.join('\n')}`
}

const head = `# Performance

Each claim about speed, with its latest measurement. \`npm run bench -- NAME\` measures one of these, \`npm run bench\` all of them; each replaces its own
part of this page and its figures in \`performance/\`, and leaves the others'.

Server, load and store share one machine, so absolute figures are low estimates, and another machine has others. Where it can be, a promise is a ratio of two
things that were measured in turn in one run, or a count: those hold from machine to machine. Measure on an idle machine: whatever else runs there is part of
the result. A figure without a promise is there to be known.
`

function sectionOf(name: string, bench: Bench, result: Result | undefined): string {
  const begin = `## ${name}\n\n${bench.measures}\n`
  if ('ownPage' in bench)
    return `${begin}\nIts last result is in [${bench.ownPage}](${bench.ownPage}).\n`
  if (!result) return `${begin}\nNot measured yet.\n`
  return [
    begin,
    tableOf(result),
    ...result.series.map(seriesTable),
    ...result.sentences.map((sentence) => `${sentence}\n`),
    `${bench.bounds}\n`,
    `${result.measuredOn}, ${result.on}.\n`,
  ].join('\n')
}

function tableOf({ figures }: Result): string {
  const rows = figures.map(
    ({ what, value, promise, holds }) =>
      `| ${cell(what)} | ${shownValue(value)} | ${promise === null ? '' : cell(promise)} | ${holds === null ? '' : holds ? 'holds' : '**missed**'} |`,
  )
  return `| | measured | promised | |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function seriesTable({ title, unit, values }: Series): string {
  const rows = values.map(({ label, value }) => `| ${cell(label)} | ${shownValue(value)} |`)
  return `| ${cell(title)} | ${cell(unit)} |\n|---|---|\n${rows.join('\n')}\n`
}

/** Three significant digits: 12,345 and 0.0123. */
const shownValue = (value: number): string =>
  value.toLocaleString(
    'en-US',
    Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  )

const cell = (text: string) => text.replaceAll('|', '\\|')
