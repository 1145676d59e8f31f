import { tenth } from '#contract/text.ts'

/**
 * 17 vertical lines, foreshortened by the cosine of their angle, so that the dots lie on the
 * cylinder: where each stands, and how far below the level it begins.
 */
const dotLines = Array.from({ length: 17 }, (_, line) => {
  const angle = (5 + 10.3 * line) * (Math.PI / 180)
  return { x: tenth(118 - 56 * Math.cos(angle)), below: 7 + 13 * Math.sin(angle) }
})

/** Below this the barrel has no room for a dot. */
const lowestDotY = 496

/** Every other of the lines, as a path. */
export function dotsBelow(level: number, first: 0 | 1): string {
  const length = tenth(lowestDotY - level)
  if (length <= 0) return ''
  return dotLines
    .filter((_, line) => line % 2 === first)
    .map(({ x, below }) => `M${x} ${tenth(level + below)}v${length}`)
    .join('')
}
