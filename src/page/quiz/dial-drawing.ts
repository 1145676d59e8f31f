/*
 * The geometry of the dial, whose centre is at 184, 184: as many axes as types, and as many arcs as
 * questions, clockwise from the top.
 */

/** Between two arcs are twice so many degrees. */
const gap = 3

/** The path of one of `of` arcs on the outer circle. */
export function arcOf(index: number, of: number): string {
  const span = 360 / of
  const from = pointAt(index * span + gap, 162)
  const to = pointAt((index + 1) * span - gap, 162)
  return `M${from.join(' ')}A162 162 0 0 1 ${to.join(' ')}`
}

export function pointAt(degrees: number, radius: number): [x: string, y: string] {
  const angle = (degrees * Math.PI) / 180
  return [(184 + radius * Math.sin(angle)).toFixed(1), (184 - radius * Math.cos(angle)).toFixed(1)]
}

/** The three outer scales: a mark at each axis, and about 24 and 96 in all. */
export const dialScales = (axes: number) => [
  { radius: 130, width: 8, marks: Math.round(96 / axes) * axes },
  { radius: 133, width: 14, marks: Math.round(24 / axes) * axes },
  { radius: 138, width: 24, marks: axes },
]

/** The least score is 12 long, and the most 80: then it reaches the outer dashed circle. */
export const strokeLength = (score: number, { least, most }: { least: number; most: number }) =>
  12 + ((score - least) * 68) / (most - least)

/** How many axes the needle turns by, the shorter way round: against the clock below 0. */
export const turnOf = (at: number, axes: number): number => (at > axes / 2 ? at - axes : at)
