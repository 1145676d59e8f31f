import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixedPart, parseRequirements, readRequirements } from '#test/requirement-rows.ts'
import { uncoveredRequirements } from './coverage-of-docs.ts'
import type { RanTest } from './vitest-run.ts'

describe('docs/requirements.md', () => {
  const { built, planned, plannedPaths, builtText } = readRequirements()

  test('has each row once, built or planned', () => {
    const rows = [...built, ...planned]
    expect(rows.filter((id, index) => rows.indexOf(id) !== index)).toEqual([])
    expect(built.length).toBeGreaterThan(100)
    expect(built.length + planned.length).toBeGreaterThan(125)
  })

  test('claims no planned path under Built', () => {
    expect(plannedPaths.length).toBeGreaterThan(0)
    expect(plannedPaths.map(fixedPart).filter((path) => claims(builtText, path))).toEqual([])
  })
})

test('every row that a title names is a row of the document', () => {
  const { built, planned } = readRequirements()
  const root = resolve(import.meta.dirname, '..')
  const sources = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'e2e/**/*.test.ts'], {
    cwd: root,
  }).map((file) => readFileSync(resolve(root, file), 'utf8'))
  const named = sources.flatMap((source) =>
    [...source.matchAll(/['"`](?:\[[A-Z]+-\d+\] )*\[([A-Z]+-\d+)\]/g)].map(([, id]) => id!),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((id) => ![...built, ...planned].includes(id))).toEqual([])
})

/** `/line` is claimed by `/line` and `/line/x`, not by `/lines` or `a/line`. */
function claims(text: string, path: string): boolean {
  const whole = path.replace(/\/$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w/-])${whole}(?![\\w-])`).test(text)
}

test.each([
  ['`/live`, counts', '/live', true],
  ['`/live/figures`', '/live', true],
  ['`/spot/…`', '/spot/', true],
  ['`/livery`', '/live', false],
  ['`/is/live`', '/live', false],
])('%j claims %s: %s', (text, path, claimed) => expect(claims(text, path)).toBe(claimed))

test('rows, planned paths and parts that are built are read from the document', () => {
  const document = [
    '# Requirements',
    '## Built',
    '| id | what |',
    '|---|---|',
    '| FORM-1 | A form. |',
    '## Planned',
    '| path | comes with |',
    '|---|---|',
    '| `/spot/…` | LINE-8 |',
    '| id | what |',
    '| LINE-8 | Waves. |',
    '| DASH-9 | Origin. **Built so far**: the storage. |',
  ].join('\n')
  expect(parseRequirements(document)).toMatchObject({
    built: ['FORM-1'],
    planned: ['LINE-8', 'DASH-9'],
    begun: ['DASH-9'],
    plannedPaths: ['/spot/…'],
  })
})

describe('the check of a whole run', () => {
  const rows = { built: ['FORM-1', 'FORM-2'], begun: ['DASH-9'] }
  const ran = (fullName: string, more: Partial<RanTest> = {}): RanTest => ({
    file: 'src/a.test.ts',
    fullName,
    status: 'passed',
    meta: { assertions: 1 },
    ...more,
  })
  const others = [ran('[FORM-2] a message'), ran('[DASH-9] the origin is stored')]

  test('accepts each row with a test that ran, passed and asserted', () => {
    expect(uncoveredRequirements(rows, [...others, ran('[FORM-1] a field')])).toEqual([])
  })

  test.each<[string, RanTest]>([
    ['was skipped', ran('[FORM-1] a field', { status: 'skipped' })],
    ['is still to be written', ran('[FORM-1] a field', { status: 'todo' })],
    ['failed', ran('[FORM-1] a field', { status: 'failed' })],
    ['asserted nothing', ran('[FORM-1] a field', { meta: { assertions: 0 } })],
    ['has no count of assertions', ran('[FORM-1] a field', { meta: {} })],
    ['names the row without brackets', ran('FORM-1 a field')],
    ['names a longer id', ran('[FORM-10] a line')],
  ])('refuses a row whose only test %s', (_, test) => {
    expect(uncoveredRequirements(rows, [...others, test])).toEqual(['FORM-1'])
  })

  test('refuses a row that no test names, and a planned row whose built part none shows', () => {
    expect(uncoveredRequirements(rows, [ran('[FORM-1] a field')])).toEqual(['FORM-2', 'DASH-9'])
  })

  test('accepts a title that names several rows, and a row that a describe or a case of test.each names', () => {
    const inOneTitle = ran('[FORM-1] [FORM-2] a field with a message')
    const inCase = ran('the origin is kept for [DASH-9] utm_source')
    expect(uncoveredRequirements(rows, [inOneTitle, inCase])).toEqual([])
  })

  test('one test that shows a row is enough beside one that was skipped', () => {
    expect(
      uncoveredRequirements(rows, [
        ...others,
        ran('[FORM-1] a field'),
        ran('[FORM-1] on a Mac', { status: 'skipped' }),
      ]),
    ).toEqual([])
  })
})

test('the report of a run has the number of assertions of each test', ({ onTestFinished }) => {
  expect(1 + 1).toBe(2)
  expect(1 + 2).toBe(3)
  // After the test and its hooks: the count is what the report gets.
  onTestFinished(({ task }) => {
    if (task.meta.assertions !== 2)
      throw new Error(`the report says ${task.meta.assertions}, not 2`)
  })
})
