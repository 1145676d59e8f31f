import { expect, test } from 'vitest'
import { curveHeight, curveWidth, drawCurve } from './curve-paths.ts'

const minute = 60_000
const hour = 60 * minute
const at = (hours: number, mails: number) => ({ at: hours * hour, mails })

test('[LETTER-3] a plan has columns of a round length, six at most, with what is planned at their ends', () => {
  const plan = [at(0, 0), at(1, 500), at(2, 1_500), at(3, 3_500), at(4.2, 8_412)]
  const { columns, top, grid } = drawCurve(plan, [], 0)
  expect(columns.map(({ at, planned, sent }) => [at / hour, planned, sent])).toEqual([
    [1, 500, null],
    [2, 1_500, null],
    [3, 3_500, null],
    [4, 7_593, null],
    [5, 8_412, null],
  ])
  expect([top, grid.at(-1)]).toEqual([9_000, curveWidth])
})

test.each([
  [4 * minute, 1 * minute],
  [36 * minute, 10 * minute],
  [5 * hour, 1 * hour],
  [22 * hour, 4 * hour],
  [6 * 24 * hour, 24 * hour],
  [400 * 24 * hour, (400 * 24 * hour) / 6],
])('[LETTER-3] a letter of %i ms has columns of %i ms', (span, length) => {
  const plan = [
    { at: 0, mails: 0 },
    { at: span, mails: 100 },
  ]
  expect(drawCurve(plan, [], 0).columns[0]!.at).toBe(length)
})

test('[LETTER-3] the curve of sent mails ends now, and future columns have none', () => {
  const plan = [at(0, 0), at(4, 4_000)]
  const sent = [at(0, 0), at(1, 900), at(1.5, 1_400)]
  const { columns, sent: path } = drawCurve(plan, sent, 1.5 * hour)
  expect(columns.map((column) => column.sent)).toEqual([900, 1_400, null, null])
  expect(path).toMatch(new RegExp(`,${curveHeight}$`))
})
