import { describe, expect, test } from 'vitest'
import { drawChart, lengthOf, shownValue, type Chart } from './chart.ts'

const mails: Chart = {
  title: 'Mails a minute',
  unit: 'a minute',
  bars: [
    { label: 'SQLite', value: 20_000 },
    { label: 'Postgres', value: 10_000 },
  ],
}
const widthsIn = (svg: string) =>
  [...svg.matchAll(/<rect x="\d+" y="\d+" width="(\d+)"/g)].map(([, width]) => Number(width))

test('bars are as long as their values, from nothing on', () => {
  const [sqlite, postgres] = widthsIn(drawChart(mails)) as [number, number]
  expect(sqlite / postgres).toBeCloseTo(2, 1)
})

describe.each<[string, number, number, number]>([
  ['the largest value fills the room', 5, 5, 600],
  ['half of it fills half', 2.5, 5, 300],
  ['nothing has no bar', 0, 5, 0],
  ['next to nothing is seen', 0.001, 5, 1],
  ['less than nothing has no bar', -3, 5, 0],
])('%s', (_name, value, most, length) => {
  test(`${value} of ${most}`, () => expect(lengthOf(value, most, 600)).toBe(length))
})

test('a chart in which nothing was counted has labels and no bars', () => {
  const svg = drawChart({ ...mails, bars: [{ label: 'refused', value: 0 }] })
  expect(widthsIn(svg)).toEqual([0])
  expect(svg).not.toContain('NaN')
})

test.each([
  [12_345.6, '12,346'],
  [99.99, '100'],
  [1.234, '1.23'],
  [0.01234, '0.0123'],
  [0, '0'],
])('%d is shown as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown)
})

test('a label is text, never mark-up', () => {
  const svg = drawChart({ ...mails, bars: [{ label: 'a < b & "c"', value: 1 }] })
  expect(svg).toContain('a &lt; b &amp; &quot;c&quot;')
})

test('a label of any length stays in the picture, which names it whole', () => {
  const label = 'sign-ups a second '.repeat(20)
  const svg = drawChart({ ...mails, bars: [{ label, value: 1 }] })
  expect(
    Math.max(...[...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!.length)),
  ).toBeLessThan(90)
  expect(svg).toContain(`<desc id="desc">${label}`)
})
