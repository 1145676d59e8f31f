import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { reportFigures } from '#contract/figures/report.ts'
import { nameOfFigure, valueOfFigure } from './words.ts'

test('[DASH-7] each figure of the campaign has a name and a value in words', () => {
  for (const { key, value } of reportFigures(campaign, { mode: 'simulated' }).figures) {
    expect(nameOfFigure(key)).not.toContain('.')
    expect(valueOfFigure(key, value)).toMatch(/^[^{}[\]]+$/)
  }
})

test.each([
  [
    'figures.waiting',
    { start: 1247, everyMs: 10_000, chance: 0.3, mostAtOnce: 3 },
    '1,247, rising',
  ],
  ['figures.earlySpots', { start: 8, floor: 3, everyMs: 30_000 }, '8, falling to 3'],
  ['figures.programTimer', { startS: 88_883 }, '24:41:23 from each visit'],
  ['figures.video.averageS', 222, '3:42'],
  ['figures.batchPercent', 92, '92%'],
  ['offers.exit', { discountPercent: 30, most: 100 }, 'discount percent 30, most 100'],
])('%s says what the page says', (key, value, words) => {
  expect(valueOfFigure(key, value)).toBe(words)
})
