import type { TextNow } from './me-copy.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { SpotState } from './waves.ts'

/**
 * LINE-8: the words of a spot's page. They may name the `{wave}`, the `{place}` that the person
 * had, and the end of the spot (`{until}`).
 */
export type SpotCopy = {
  open: SpotWords & {
    /** instead of `text`, for a person who missed a wave before */
    last: string
    /** of a wave for one `{type}` of the quiz */
    ofType: string
    take: string
    pass: string
    /** `note`: the `{time}` at which the server counted */
    clock: { name: string; units: readonly [ClockUnit, ClockUnit, ClockUnit]; note: string }
  }
  /** `code`: beside it. `used`: a shop reported it, on a `{date}`. `shop`: leads to the shop. */
  came: SpotWords & { code: string; used: string; shop: string }
  expired: SpotWords
  passed: SpotWords
  left: SpotWords
  /** too many codes that are nobody's came from this network */
  busy: { title: string; text: string }
}

/** `level`: at the level of the drawing. */
export type SpotWords = TextNow & {
  chip: string
  title: string
  level?: string
}

/** What stands below the digits of a unit: below 1, and below any other number. */
type ClockUnit = { one: string; some: string }

export const spotBlanks = ['wave', 'place', 'until', 'type', 'time', 'date'] as const

/**
 * A spot as its page shows it. Times are in ms; `now` is the server's. `isLast`: the person missed
 * a wave before, and gets a new number after this one. `registered`: everybody, counted
 * now.
 */
export type ShownSpot = {
  code: string
  state: SpotState
  wave: number
  place: number
  quizType: PerformanceType | null
  until: number
  isLast: boolean
  usedAt: number | null
  registered: number
  now: number
}
