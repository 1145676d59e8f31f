import {
  isSettled,
  openInWords,
  reportFigures,
  type FigureReport,
} from '#contract/figures/report.ts'
import type { LiveFigures, TrueFigure } from '#contract/live/figures.ts'
import { campaign } from '#campaign'
import { iso, jsonWithTimes } from '#contract/time.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { withStore, type Command } from '#server/cli/command.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { StoreUnavailable } from '#server/db/store.ts'
import type { LoaderDeps } from '#server/http/loader.ts'
import { readFiguresNow } from '#server/live/figures.ts'

/** LIVE-3: what to look at before going live. */
export const figuresCommand: CommandTable<Command> = {
  name: 'figures',
  server: 'may run',
  help: 'Lists what to look at before going live. Without a store it leaves out the true values.',
  actions: {
    '': actionsOf<Command>()({
      help: 'Lists each figure of the page with its source (simulated, claim, live), the shown value, the true value and since when it holds, and its evidence. Also lists each sample of the product, which pages with live figures leave out, and each missing fact: one of the product that is null, or a placeholder that only the brand can replace, such as an address at a domain reserved for examples. With FIGURES=live it lists the figures that the page then shows.',
      options: {
        strict: {
          flag: true,
          help: 'exit code 1 while any entry is simulated, a claim without evidence, a sample, or missing',
        },
        json,
      },
      async run(command, { strict, json: asJson }) {
        const live = await readCounted(command)
        const report = reportFigures(campaign, { mode: command.config.figures, live })
        command.print(asJson ? jsonWithTimes(report, 2) : tableOf(report))
        return strict && !isSettled(report.open) ? 1 : 0
      },
    }),
  },
}

/** DASH-7: the same on a screen. */
export async function loadFigures({ campaign, config, store: { db }, calendar }: LoaderDeps) {
  const live = await readFiguresNow(db, campaign.timeZone, calendar())
  return {
    screen: 'figures' as const,
    report: reportFigures(campaign, { mode: config.figures, live }),
  }
}

/** Null where there is no store yet, or where it does not answer. */
async function readCounted({ config, now, note }: Command): Promise<LiveFigures | null> {
  let live: LiveFigures | null = null
  try {
    await withStore(config, {}, async ({ db }) => {
      live = await readFiguresNow(db, campaign.timeZone, now)
      return 0
    })
  } catch (error) {
    if (!(error instanceof StartRefused || error instanceof StoreUnavailable)) throw error
    note(`True values are left out. ${error.message}`)
  }
  return live
}

function tableOf({ figures, samples, missing, open }: FigureReport): string {
  const rows = [
    ...figures.map(({ source, key, file, value, now, evidence }) => [
      source,
      key,
      file,
      jsonWithTimes(value),
      nowText(now),
      source === 'claim' ? evidenceText(evidence) : '',
    ]),
    ...samples.map(({ key, file, value }) => ['sample', key, file, JSON.stringify(value)]),
    ...missing.map(({ key, file, value, reason }) => [
      'missing',
      key,
      file,
      JSON.stringify(value),
      '',
      reason,
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .filter((cell, column) => column < 3 || cell !== '')
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', `${openInWords(open)}.`].join('\n')
}

function nowText(now: TrueFigure | null): string {
  if (now === null) return ''
  const since = now.since === null ? '' : ` since ${iso(now.since)}`
  return `true now: ${jsonWithTimes(now.value)}${since}`
}

function evidenceText(evidence: string | null): string {
  return evidence === null ? 'no evidence' : `evidence: ${evidence}`
}
