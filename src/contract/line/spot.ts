import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { SpotState } from './waves.ts'

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
