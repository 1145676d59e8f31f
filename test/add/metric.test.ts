import { expect, test } from 'vitest'
import { copyProject } from './project-copy.ts'

test('a metric is one declaration; its series and its row in the docs follow', () => {
  using copy = copyProject()
  copy.edit(
    'src/server/http/metric-list.ts',
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
  copy.write(
    'src/server/trial.ts',
    `import { openMetrics } from './http/metrics.ts'
const metrics = openMetrics()
metrics.downloads.inc({ outcome: 'done' })
console.log(await metrics.registry.metrics())
`,
  )
  const { output } = copy.run('node', 'src/server/trial.ts')
  expect(output).toContain(`# HELP data_downloads_total downloads of personal data, by outcome
# TYPE data_downloads_total counter
data_downloads_total{outcome="done"} 1
data_downloads_total{outcome="failed"} 0
`)
  copy.run('node', 'scripts/docs-tables.ts')
  expect(copy.read('docs/operating.md')).toContain(
    '| `data_downloads_total` | downloads of personal data, by `outcome` | `failed` rises |',
  )
}, 300_000)
