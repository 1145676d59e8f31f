import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { reservePort } from '#test/reserved-port.ts'
import { chromiumArgs, needChromium } from '../scripts/chromium.ts'
import { claim, machine, median, startBench } from './measure.ts'

const runs = 10
/** How many of the runs have to stay under the bar of total blocking time. */
const calmRuns = 8
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const timings = {
  'first-contentful-paint': 'ms',
  'largest-contentful-paint': 'ms',
  'total-blocking-time': 'ms',
  'cumulative-layout-shift': '',
  'total-byte-weight': 'bytes',
} as const
const root = resolve(import.meta.dirname, '..')

type Run = {
  scores: number[]
  timings: number[]
  short: string[]
  browser: string
  version: string
}

/**
 * Lighthouse's mobile scores of the built page: median of ten. The last result is kept in
 * docs/lighthouse.md.
 */
export async function lighthouseScores(): Promise<void> {
  const server = await startBench('dist/fuel/server/main.js')
  const all: Run[] = []
  try {
    for (let run = 0; run < runs; run++) all.push(await once(`http://localhost:${server.port}/`))
  } finally {
    await server.stop()
  }
  const scores = categories.map((name, index) => ({
    name,
    value: median(all.map((run) => run.scores[index]!)),
  }))
  for (const { name, value } of scores) claim(name, value, value === 100, '100')
  const calm = all.filter((run) => run.timings[2]! < 50).length
  claim(
    `runs with a total blocking time under 50 ms, of ${runs}`,
    calm,
    calm >= calmRuns,
    `at least ${calmRuns}`,
  )
  const short = [...new Set(all.flatMap((run) => run.short))]
  if (short.length > 0) console.log(`not full: ${short.join(', ')}`)
  writeFileSync(join(root, 'docs/lighthouse.md'), reportOf(all, scores))
}

/**
 * One run in a Chromium of its own, which ends with it. `meta-viewport` is skipped: FX-6 asks for
 * what it forbids.
 */
async function once(url: string): Promise<Run> {
  const port = await reservePort()
  const browser = await chromium.launch({
    executablePath: needChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  })
  try {
    const { lhr } = (await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...categories],
      skipAudits: ['meta-viewport'],
    }))!
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    const counted = categories.flatMap((name) =>
      lhr.categories[name]!.auditRefs.filter(({ weight }) => weight > 0),
    )
    return {
      scores: categories.map((name) => Math.round((lhr.categories[name]!.score ?? 0) * 100)),
      timings: Object.keys(timings).map((id) => lhr.audits[id]!.numericValue ?? NaN),
      short: counted.filter(({ id }) => (lhr.audits[id]!.score ?? 1) < 0.995).map(({ id }) => id),
      browser: browser.version(),
      version: lhr.lighthouseVersion,
    }
  } finally {
    await browser.close()
  }
}

function reportOf(all: Run[], scores: { name: string; value: number }[]): string {
  const rows = [
    ...scores.map(
      ({ name, value }, index) => [name, value, all.map((run) => run.scores[index])] as const,
    ),
    ...Object.entries(timings).map(([id, unit], index) => {
      const round = (value: number) =>
        unit ? Math.round(value) : Math.round(value * 10_000) / 10_000
      return [
        `${id}${unit && `, ${unit}`}`,
        round(median(all.map((run) => run.timings[index]!))),
        all.map((run) => round(run.timings[index]!)),
      ] as const
    }),
  ]
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return `# Lighthouse

The latest result of \`npm run bench -- lighthouse\`: mobile, simulated throttling, median of ${runs} runs, without the audit \`meta-viewport\` (FX-6).

Ascend ${version}, ${machine()}, Lighthouse ${all[0]!.version}, Chromium ${all[0]!.browser}.

| | median | runs |
|---|---|---|
${rows.map(([name, value, each]) => `| ${name} | ${value} | ${each.join(', ')} |`).join('\n')}
`
}
