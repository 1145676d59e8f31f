import type { PerformanceType } from '#contract/quiz/quiz.ts'

/**
 * LINE-8: the states of a spot. `came`: its person took it. `left`: its person is off the list. Who
 * does not use a spot has it `expired` or `passed`.
 */
export const spotStates = ['invited', 'came', 'expired', 'passed', 'left'] as const
export type SpotState = (typeof spotStates)[number]

/**
 * A wave as commands and screens show it. Times are in ms. `size`: its spots. `people`: those who
 * were invited, the next ones for unused spots included, by state. `used`: spots whose code a shop
 * has reported. `free`: unused spots that nobody holds yet.
 */
export type WaveReport = {
  id: string
  number: number
  size: number
  quizType: PerformanceType | null
  invitedAt: number
  endsAt: number
  invitedBy: string
  people: Record<SpotState, number>
  used: number
  free: number
}

/** A code as a shop needs it: nobody is named. */
export type SpotCode = {
  /** null where the secret that made it is not known any more */
  code: string | null
  state: SpotState
  endsAt: number
  cameAt: number | null
  usedAt: number | null
}

export const wavePaths = {
  waves: '/dashboard/waves',
  new: '/dashboard/waves/new',
  invite: '/dashboard/waves/invite',
  codes: (id: string) => `/dashboard/waves/${id}/codes`,
} as const

/** The fields of a new wave, as they were typed. */
export type TypedWave = { spots: string; day: string; time: string; type: string }
