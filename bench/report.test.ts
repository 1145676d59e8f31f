import { expect, test } from 'vitest'
import type { Bench } from './list.ts'
import { reportOf, type Result } from './report.ts'

const bench = (bounds: string): Bench => ({
  run: async () => {},
  measures: `Measures ${bounds}.`,
  bounds,
})
const benches: Record<string, Bench> = {
  mail: bench('mails'),
  many: bench('many'),
  lighthouse: { run: async () => {}, measures: 'Scores.', ownPage: 'lighthouse.md' },
}
const mail: Result = {
  figures: [
    { what: 'mails a minute', value: 9_000, holds: false, promise: 'at least 10,000' },
    { what: 'µs of CPU a mail', value: 1_500, holds: null, promise: null },
  ],
  sentences: ['One core was busy.'],
  series: [{ title: 'By store', unit: 'a minute', values: [{ label: 'SQLite', value: 9_000 }] }],
  measuredOn: '2 cores',
  on: '2026-11-21',
}

test('a figure that misses its promise says so, and one without a promise says nothing', () => {
  const report = reportOf(benches, { mail })
  expect(report).toContain('| mails a minute | 9,000 | at least 10,000 | **missed** |')
  expect(report).toContain('| µs of CPU a mail | 1,500 |  |  |')
})

test('a result has its series, its sentences and its machine', () => {
  const report = reportOf(benches, { mail })
  for (const part of [
    '| By store | a minute |\n|---|---|\n| SQLite | 9,000 |',
    'One core was busy.',
    'Measures mails.',
    '2 cores, 2026-11-21.',
  ])
    expect(report).toContain(part)
})

test('a bench without a result says so, and one with a page of its own links it', () => {
  const report = reportOf(benches, {})
  expect(report.match(/Not measured yet/g)).toHaveLength(2)
  expect(report).toContain('[lighthouse.md](lighthouse.md)')
})
