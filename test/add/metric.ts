import type { Addition } from './project-copy.ts'

export const metric: Addition = {
  finish(copy) {
    copy.edit(
      'src/server/http/metrics.ts',
      "  trapped: { name: 'signups_trapped_total'",
      `  downloads: {
    name: 'data_downloads_total',
    help: 'downloads of personal data, by \`outcome\`',
    checkWhen: '\`failed\` rises',
    label: 'outcome',
    values: ['done', 'failed'],
  },
  trapped: { name: 'signups_trapped_total'`,
    )
  },
  trial: () => ['src/server/metric-trial.ts', trial],
}

/** Runs in the copy. */
const trial = `
import { openMetrics } from './http/metrics.ts'
const metrics = openMetrics()
metrics.downloads.inc({ outcome: 'done' })
console.log(await metrics.registry.metrics())
`
