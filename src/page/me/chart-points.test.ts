import { expect, test } from 'vitest'
import { chartOf } from './chart-points.ts'

const placesOf = (...places: number[]) => places.map((place, at) => ({ at, place }))

test('[LINE-9] noted places are steps, a better place stands higher, and the scale is round', () => {
  const { points, lines, path } = chartOf(placesOf(8_933, 8_911, 8_886, 8_861, 8_887))
  expect(lines.map(({ place }) => place)).toEqual([8_850, 8_875, 8_900, 8_925, 8_950])
  expect(points.map(({ x }) => x)).toEqual([46, 136, 226, 316, 406])
  const heights = points.map(({ y }) => y)
  expect([...heights].sort((a, b) => a - b)).toEqual([3, 2, 4, 1, 0].map((at) => heights[at]))
  expect(path).toMatch(/^M46 [\d.]+(H[\d.]+V[\d.]+){4}$/)
})

test.each([
  [1, [1, 2]],
  [2, [2, 3]],
  [10_000, [10_000, 10_001]],
])('a single place, %i, has a scale of two', (place, scale) =>
  expect(chartOf(placesOf(place)).lines.map((line) => line.place)).toEqual(scale),
)

test('of eleven places the last is named, and no more than fit', () => {
  const { points } = chartOf(placesOf(...Array.from({ length: 11 }, (_, n) => 100 - n)))
  const named = points.filter(({ isNamed }) => isNamed).map(({ at }) => at)
  expect(named).toEqual([1, 4, 7, 10])
})
