import { campaign } from '#campaign/campaign.ts'
import {
  isSettled,
  openInWords,
  reportFigures,
  type FigureReport,
} from '#contract/figure-report.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import type { Command } from '#server/cli/command.ts'

/** LIVE-3: what to look at before going live. */
export const figuresCommand: CommandTable<Pick<Command, 'print'>> = {
  name: 'figures',
  server: 'may run',
  help: 'Lists what to look at before going live. It needs no store and no settings.',
  actions: {
    '': actionsOf<Pick<Command, 'print'>>()({
      standalone: true,
      help: 'Each figure of the page with its source (simulated, claim, live), its value and its evidence, and each missing fact: one of the product that is null, or a placeholder in the campaign, such as an address at a domain reserved for examples, where only the brand knows the fact.',
      options: {
        strict: {
          flag: true,
          help: 'exit code 1 while any entry is simulated, a claim without evidence, or missing',
        },
        json,
      },
      async run({ print }, { strict, json: asJson }) {
        const report = reportFigures(campaign)
        print(asJson ? JSON.stringify(report, null, 2) : tableOf(report))
        return strict && !isSettled(report.open) ? 1 : 0
      },
    }),
  },
}

function tableOf({ figures, missing, open }: FigureReport): string {
  const rows = [
    ...figures.map(({ source, key, file, value, evidence }) => [
      source,
      key,
      file,
      JSON.stringify(value),
      source === 'claim' ? evidenceText(evidence) : '',
    ]),
    ...missing.map(({ key, file, value, reason }) => [
      'missing',
      key,
      file,
      JSON.stringify(value),
      reason,
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', `${openInWords(open)}.`].join('\n')
}

function evidenceText(evidence: string | null): string {
  return evidence === null ? 'no evidence' : `evidence: ${evidence}`
}
