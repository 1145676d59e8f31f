/** LINE-9, Fig. 3: what the drawing of the line shows, as plain numbers. */

/**
 * The rule from 1 to `end`: the goal, or more where more people wait. `step` lies between two of
 * its numbers; the first is left out.
 */
export function scaleOf(waiting: number, goal: number): { end: number; step: number } {
  const step = stepOf(Math.max(goal, waiting))
  const end = waiting <= goal ? goal : Math.ceil(waiting / step) * step
  return { end, step }
}

/** 1, 2 or 5 with zeros, so that the rule has ten numbers at most. */
function stepOf(end: number): number {
  const ten = 10 ** Math.max(0, Math.floor(Math.log10(end / 10)))
  return [1, 2, 5, 10, 20].map((times) => times * ten).find((step) => end / step <= 10) ?? ten
}

/** A stretch of the line: each of its `slots` is one place. */
export type Detail = {
  from: number
  to: number
  slots: number
  /** the index of the person's slot, and of the place with one more friend */
  own: number
  more: number | null
  /** slots with a person, without those two; all others are free */
  people: number[]
  free: number[]
}

/**
 * Detail A: the places around the person's, with the one that one more friend would give where both
 * have room in `least` slots, or in twice as many.
 */
export function detailOf(
  { place, waiting, withOneMore }: { place: number; waiting: number; withOneMore: number | null },
  least: number,
): Detail {
  const gain = withOneMore === null ? 0 : place - withOneMore
  const needed = gain + 15
  const isSeen = gain > 0 && needed <= 2 * least
  const slots = isSeen ? Math.max(least, needed) : least
  const middle = isSeen ? place - gain / 2 : place
  const from = Math.max(1, Math.round(middle - slots / 2) + 1)
  const own = place - from
  const more = isSeen ? own - gain : null
  const others = Array.from({ length: slots }, (_, index) => index).filter(
    (index) => index !== own && index !== more,
  )
  const isTaken = (index: number) => from + index <= waiting
  return {
    from,
    to: from + slots - 1,
    slots,
    own,
    more,
    people: others.filter(isTaken),
    free: others.filter((index) => !isTaken(index)),
  }
}
