import { tenth } from '#contract/text.ts'

/** A place at a time (ms). */
export type NotedPlace = { at: number; place: number }
export type ChartPoint = NotedPlace & { x: number; y: number; isNamed: boolean }
type Chart = {
  points: readonly ChartPoint[]
  /** the scale, the best place first */
  lines: readonly { place: number; y: number }[]
  /** from one noted place to the next in steps: nothing is known between them */
  path: string
}

const [left, right, top, bottom] = [46, 406, 24, 273]
/** Dates below the drawing that fit beside each other. */
const mostNamed = 5

/** LINE-9, Fig. 4: noted places, oldest first, at equal distances. A better place stands higher. */
export function chartOf(places: readonly NotedPlace[]): Chart {
  const scale = scaleOf(places.map(({ place }) => place))
  const [from, to] = [scale[0]!, scale.at(-1)!]
  const yOf = (place: number) => tenth(top + ((place - from) / (to - from)) * (bottom - top))
  const apart = (right - left) / Math.max(1, places.length - 1)
  const points = places.map(({ at, place }, index) => ({
    at,
    place,
    x: tenth(left + index * apart),
    y: yOf(place),
    isNamed: isNamed(index, places.length),
  }))
  const [first, ...later] = points
  return {
    points,
    lines: scale.map((place) => ({ place, y: yOf(place) })),
    path: `M${first!.x} ${first!.y}${later.map(({ x, y }) => `H${x}V${y}`).join('')}`,
  }
}

/** Round numbers around all places: at most five, at least two. */
function scaleOf(places: readonly number[]): number[] {
  const [best, last] = [Math.min(...places), Math.max(...places)]
  const step = steps.find((one) => Math.ceil(last / one) - Math.floor(best / one) <= 4)!
  const from = Math.floor(best / step)
  const to = Math.max(Math.ceil(last / step), from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => Math.max(1, (from + index) * step))
}

const steps = Array.from({ length: 8 }, (_, power) => [1, 2.5, 5].map((n) => n * 10 ** power))
  .flat()
  .filter(Number.isInteger)

/** The last one always, and others at equal distances before it. */
function isNamed(index: number, count: number): boolean {
  const every = Math.ceil(count / mostNamed)
  return (count - 1 - index) % every === 0
}
