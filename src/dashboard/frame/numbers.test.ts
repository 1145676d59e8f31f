import { expect, test } from 'vitest'
import { changeOf, share, shortened } from './numbers.tsx'

test('[DASH-3] a rate of a base below 30 is a dash', () => {
  expect(share(3, 29)).toBe('–')
  expect(share(3, 30)).toBe('10.0%')
  expect(share(0, 30)).toBe('0.0%')
  expect(share(null, 300)).toBe('–')
  expect(share(3, 0)).toBe('–')
})

test('[DASH-3] a change is a percentage of at least 30, else a difference, else a dash', () => {
  expect(changeOf(1_247, 1_092)).toBe('+14.2%')
  expect(changeOf(287, 301)).toBe('–4.7%')
  expect(changeOf(301, 301)).toBe('0.0%')
  expect(changeOf(22, 19)).toBe('+3')
  expect(changeOf(19, 22)).toBe('–3')
  expect(changeOf(2_022, 22)).toBe('+2,000')
  expect(changeOf(4, 4)).toBe('0')
  expect(changeOf(4, null)).toBe('–')
})

test('large figures are shortened to three digits', () => {
  expect([100_000, 371_004, 999_499, 999_500, 1_083_441, 14_120_884].map(shortened)).toEqual([
    '100k',
    '371k',
    '999k',
    '1.00M',
    '1.08M',
    '14.1M',
  ])
})
