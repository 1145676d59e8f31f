import { describe, expect, test } from 'vitest'
import { conversionStats } from './conversion-stats.ts'
import type { Action } from './events.ts'

const times = (count: number, action: Action, label = '') =>
  Array.from({ length: count }, () => ({ action, label }))

test('[TRACK-4] the five sections seen most come first, with how often', () => {
  const views = ['hero', 'early-bird', 'video', 'quiz', 'exclusivity', 'final'].flatMap(
    (name, index) => times(index + 1, 'section_view', name),
  )
  expect(conversionStats(views).sections).toEqual([
    { name: 'final', count: 6 },
    { name: 'exclusivity', count: 5 },
    { name: 'quiz', count: 4 },
    { name: 'video', count: 3 },
    { name: 'early-bird', count: 2 },
  ])
})

test('[TRACK-4] the five labels pressed most come first; equals in the order in which they first came', () => {
  const presses = ['A', 'B', 'C', 'D', 'E', 'F', 'C'].flatMap((label) =>
    times(1, 'cta_click', label),
  )
  expect(conversionStats(presses).ctas).toEqual([
    { name: 'C', count: 2 },
    ...['A', 'B', 'D', 'E'].map((name) => ({ name, count: 1 })),
  ])
})

describe('[TRACK-4] the conversion rate is captures divided by section views, as text with two decimals', () => {
  test.each([
    [0, 0, '0.00'],
    [3, 0, '0.00'],
    [0, 5, '0.00'],
    [1, 4, '0.25'],
    [1, 3, '0.33'],
    [2, 3, '0.67'],
    [1, 1, '1.00'],
    [3, 2, '1.50'],
    [1, 200, '0.01'],
    [1, 201, '0.00'],
  ])('%i captures, %i views: %s', (captures, views, rate) => {
    expect(
      conversionStats([
        ...times(captures, 'email_captured', 'hero'),
        ...times(views, 'section_view', 'hero'),
        ...times(9, 'cta_click', 'x'),
      ]).rate,
    ).toBe(rate)
  })
})

test('[TRACK-4] without events the ranking is empty', () =>
  expect(conversionStats([])).toEqual({ sections: [], ctas: [], rate: '0.00' }))
