import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { watchQueue } from '#server/delivery/queue-facts.ts'
import { openMetrics } from './metrics.ts'

const operating = readFileSync('docs/operating.md', 'utf8')
const alerts = operating.split('\n### Alerts\n')[1]!.split('\n## ')[0]!
const expressions = [...alerts.matchAll(/^\| [^|]+ \| `([^`|]+)` \|/gm)].map(
  ([, expression]) => expression!,
)

/** Prometheus adds these itself. */
const added = ['job', 'instance']

const metrics = openMetrics()
metrics.requests.observe({ method: 'GET', route: '/', status: 200 }, 0.1)
const labelsOf = new Map(
  (await metrics.registry.getMetricsAsJSON()).flatMap(({ name, type, values }) => {
    const labels =
      (metrics.registry.getSingleMetric(name) as { labelNames?: string[] }).labelNames ??
      values.flatMap((value) => Object.keys(value.labels))
    const suffixes = String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    return suffixes.map((suffix) => [name + suffix, [...labels, ...added]] as const)
  }),
)

test('docs/operating.md says what each metric is', () => {
  const own = [
    ...new Set([...labelsOf.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, ''))),
  ].filter((name) => !/^(?:process|nodejs)_/.test(name))
  expect(own.filter((name) => !operating.includes(`| \`${name}\` |`))).toEqual([])
})

test.each(expressions)('%s asks for metrics and labels that are there', (expression) => {
  const asked = [...expression.matchAll(/([a-z]+(?:_[a-z0-9]+)+)(?:\{([^}]*)\})?/g)]
    .filter(([name]) => name !== 'histogram_quantile')
    .map(([, name, labels = '']) => ({
      name: name!,
      labels: [...labels.matchAll(/(\w+)[=!]/g)].map(([, label]) => label!),
    }))
  expect(expression.startsWith('up') || asked.length > 0).toBe(true)
  for (const { name, labels } of asked) {
    expect([...labelsOf.keys()]).toContain(name)
    expect(labels.filter((label) => !labelsOf.get(name)!.includes(label))).toEqual([])
  }
})

/** Labels whose values are all there from the start; of the others anything may come. */
const known = new Map(
  (await metrics.registry.getMetricsAsJSON())
    .filter(({ name }) => ['signups_total', 'mails_total', 'event_batches_total'].includes(name))
    .map(({ name, values }) => [
      name,
      values.flatMap(({ labels }) => Object.values(labels).map(String)),
    ]),
)

test('alerts ask for no value that a counter never has, and the first count of each is seen', () => {
  const asked = expressions
    .flatMap((expression) => [...expression.matchAll(/([a-z_]+)\{\w+="([^"]+)"\}/g)])
    .filter(([, name]) => known.has(name!))
  expect(asked.length).toBeGreaterThan(4)
  for (const [, name, value] of asked) expect(known.get(name!)).toContain(value)
})

test('docs/operating.md says what each reason of mail_stopped means', () => {
  const { stopKinds } = watchQueue(null as never, null as never, Date.now)
  for (const kind of stopKinds)
    expect(operating).toMatch(new RegExp(`^\\| [^|]*\`${kind}\`[^|]* \\|`, 'm'))
})

test('there are alerts', () => expect(expressions.length).toBeGreaterThan(10))
