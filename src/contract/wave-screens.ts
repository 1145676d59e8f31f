import type { PerformanceType } from './quiz.ts'
import type { WaveReport } from './waves.ts'

export const wavePaths = {
  waves: '/dashboard/waves',
  new: '/dashboard/waves/new',
  invite: '/dashboard/waves/invite',
  codes: (id: string) => `/dashboard/waves/${id}/codes`,
} as const

/** The fields of a new wave, as they were typed. */
export type TypedWave = { spots: string; day: string; time: string; type: string }

/** LINE-8: the operator's screens of waves. Times are in ms. Readers see numbers. */
export type WaveScreenView =
  /** the newest first; `isMore`: there are older ones. `waiting`: people in the line. */
  | { screen: 'waves'; waves: readonly WaveReport[]; isMore: boolean; waiting: number }
  | {
      screen: 'wave-new'
      number: number
      waiting: number
      /** the largest wave */
      most: number
      typed: TypedWave
      timeZone: string
      /** why nobody was invited, as a sentence */
      wrong?: string | undefined
    }
  /** asks before a wave. `people`: who would be invited now, exactly. */
  | {
      screen: 'wave-ask'
      number: number
      people: number
      waiting: number
      quizType: PerformanceType | null
      endsAt: number
      typed: TypedWave
    }
