import '../src/server/node-version.ts'
import { campaign } from '#campaign/campaign.ts'
import { isSettled, openInWords, reportFigures, type FigureReport } from '#contract/figure-report.ts'
import { actionsOf, json, runAction, type CommandTable } from '#server/arguments.ts'

type Deps = { print: (line: string) => void }

/** `npm run figures`: what to look at before going live (LIVE-3). */
const figuresCommand: CommandTable<Deps> = {
  name: 'figures',
  says: 'Lists each figure of the page with its source (simulated, claim, live), its value and its evidence, and each missing fact of the product: a placeholder in the campaign, such as an address at a domain reserved for examples, where only the brand knows the fact.',
  actions: {
    '': actionsOf<Deps>()({
      says: 'Prints the list.',
      options: {
        strict: { flag: true, says: 'exit code 1 while any entry is simulated, a claim without evidence, or missing' },
        json,
      },
      run: async ({ print }, values) => {
        const report = reportFigures(campaign)
        print(values.json ? JSON.stringify(report, null, 2) : tableOf(report))
        return values.strict && !isSettled(report.open) ? 1 : 0
      },
    }),
  },
}

process.exitCode = await runAction(figuresCommand, process.argv.slice(2), { print: (line) => void process.stdout.write(`${line}\n`) })

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
