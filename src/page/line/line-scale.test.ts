import { expect, test } from 'vitest'
import { detailOf, scaleOf } from './line-scale.ts'

test.each([
  { waiting: 8_933, goal: 10_000, end: 10_000, step: 1_000 },
  { waiting: 0, goal: 10_000, end: 10_000, step: 1_000 },
  { waiting: 10_000, goal: 10_000, end: 10_000, step: 1_000 },
  { waiting: 10_001, goal: 10_000, end: 12_000, step: 2_000 },
  { waiting: 7, goal: 12, end: 12, step: 2 },
  { waiting: 1_239_020, goal: 10_000, end: 1_400_000, step: 200_000 },
])('[LINE-9] the rule for $waiting of $goal ends at $end', ({ waiting, goal, end, step }) => {
  expect(scaleOf(waiting, goal)).toEqual({ end, step })
  expect(end / step).toBeLessThanOrEqual(10)
})

test('[LINE-9] detail A has a stroke for each person: here 38 of 40 places, besides the two that are named', () => {
  const detail = detailOf({ place: 8_887, waiting: 9_020, withOneMore: 8_862 }, 40)
  expect(detail.from + detail.own).toBe(8_887)
  expect(detail.from + detail.more!).toBe(8_862)
  expect([detail.people.length, detail.free.length]).toEqual([38, 0])
})

test('[LINE-9] where a friend counts as more people, detail A is longer', () => {
  const detail = detailOf({ place: 500, waiting: 900, withOneMore: 455 }, 40)
  expect([detail.slots, detail.own - detail.more!, detail.people.length]).toEqual([60, 45, 58])
})

test('[LINE-9] behind the newest person the places are free', () => {
  const detail = detailOf({ place: 8_933, waiting: 8_933, withOneMore: 8_908 }, 40)
  expect(Math.min(...detail.free)).toBe(detail.own + 1)
  expect(detail.to).toBe(detail.from + 39)
})

test.each([
  { place: 1, withOneMore: 1, own: 0, more: null },
  { place: 3, withOneMore: 1, own: 2, more: 0 },
  { place: 500, withOneMore: null, own: 19, more: null },
  { place: 500, withOneMore: 200, own: 19, more: null },
])(
  '[LINE-9] at place $place, or $withOneMore with one more friend, the stroke stands at $own',
  ({ place, withOneMore, own, more }) => {
    expect(detailOf({ place, waiting: 900, withOneMore }, 40)).toMatchObject({ own, more })
  },
)
