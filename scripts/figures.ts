import '../src/server/node-version.ts'
import { campaign } from '#campaign/campaign.ts'
import { isSettled, openInWords, reportFigures, type FigureReport } from '#contract/figure-report.ts'
import { orUsage, readArguments } from '#server/arguments.ts'

const usage = `npm run figures -- [--strict] [--json]

Lists each figure of the page with its source (simulated, claim, live), its value and its
evidence, and each missing fact of the product: a placeholder in the campaign, such as an
address at a domain reserved for examples, where only the brand knows the fact.

  --strict  exit 1 while any entry is simulated, a claim without evidence, or missing
  --json    the same as one JSON document
  --help    this text`

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** `npm run figures`: what to look at before going live (LIVE-3). */
process.exitCode = await orUsage(usage, print, async () => {
  const { values } = readArguments(process.argv.slice(2), {
    strict: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' },
  })
  if (values.help) {
    print(usage)
    return 0
  }
  const report = reportFigures(campaign)
  print(values.json ? JSON.stringify(report, null, 2) : tableOf(report))
  return values.strict && !isSettled(report.open) ? 1 : 0
})

function tableOf({ figures, missing, open }: FigureReport): string {
  const rows = [
    ...figures.map(({ source, key, file, value, evidence }) =>
      [source, key, file, JSON.stringify(value), source === 'claim' ? evidenceText(evidence) : '']),
    ...missing.map(({ key, file, value, reason }) => ['missing', key, file, JSON.stringify(value), reason]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
  return [...lines, '', `${openInWords(open)}.`].join('\n')
}

function evidenceText(evidence: string | null): string {
  return evidence === null ? 'no evidence' : `evidence: ${evidence}`
}
