import { afterAll, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { reportFigures } from '#contract/figures/report.ts'
import { startApp } from '#test/app.ts'
import { signIn } from '#test/signed-in.ts'

const app = await startApp({
  env: {
    OPERATORS: 'anna@example.com, reader:bob@example.com',
    METRICS_TOKEN: 'a-token-that-nobody-may-see',
    MAILS_PER_HOUR: '1234',
  },
})
afterAll(() => app.close())
const anna = await signIn(app, 'anna@example.com')
const bob = await signIn(app, 'bob@example.com')

test('[DASH-7] [LIVE-3] the figures are those that the command reports, with their source, evidence and true value', async () => {
  const html = await anna.html('/dashboard/figures')
  const { figures, samples, missing } = reportFigures(campaign, { mode: 'simulated' })
  const tables = [...Map.groupBy(figures, ({ source }) => source).values(), samples, missing]
  const withHeads = tables.filter(({ length }) => length > 0).map(({ length }) => length + 1)
  expect(html.match(/<tr>/g)).toHaveLength(withHeads.reduce((sum, rows) => sum + rows, 0))
  for (const { key } of missing) expect(html).toContain(`<code>${key}</code>`)
  for (const words of ['place 1 is next', '0 of 10,000', '500 of 500 left'])
    expect(html).toContain(words)
})

test('[DASH-7] the settings in force are shown to operators, without the value of a secret', async () => {
  const html = await anna.html('/dashboard/settings')
  expect(html).toMatch(/<code>1234<\/code>.{0,90}>set</)
  expect(html).toMatch(/METRICS_TOKEN.{0,200}set, not shown/)
  expect(html).not.toContain('a-token-that-nobody-may-see')
  for (const fact of ['SQLite', campaign.timeZone, process.versions.node])
    expect(html).toContain(`<dd>${fact}</dd>`)
})

test('[DASH-7] a reader sees the figures without addresses, and no settings', async () => {
  const figures = await bob.html('/dashboard/figures')
  expect(figures).toContain('Simulated')
  expect(figures.slice(0, figures.indexOf('Signed in as'))).not.toMatch(/\w@\w/)
  expect(figures).not.toContain('href="/dashboard/settings"')
  expect((await bob.get('/dashboard/settings')).status).toBe(403)
})
