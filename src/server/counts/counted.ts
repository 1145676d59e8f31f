import type { CountedAction } from '#contract/events.ts'
import type { PersonState, SilencedState } from '#contract/waitlist.ts'
import type { Source } from './sources.ts'

/**
 * What is counted. `joined`, `confirmed` (first confirmations), `left`, `undeliverable`, `removed`
 * and `quiz_saved` are counted in the hour in which they happen. `joined_confirmed` is counted in
 * the hour of the sign-up: how many of those who joined in it have confirmed since.
 * `confirmed_by_import` are those among `confirmed` whom an import added as confirmed. `quiz_saved`
 * has the type of the result as its placement.
 *
 * `people_STATE` is a stock: the people in that state, as changes of plus and minus one. People
 * whom the operator suppressed before they joined are no sign-ups: they have a stock of their own,
 * `blocked_STATE`. So at any time
 * joined = people_confirmed + people_unconfirmed + people_unsubscribed + the three silenced + removed.
 */
export type Counted =
  | 'joined'
  | 'confirmed'
  | 'confirmed_by_import'
  | 'joined_confirmed'
  | 'left'
  | 'undeliverable'
  | 'removed'
  | 'quiz_saved'
  | `people_${PersonState}`
  | `blocked_${SilencedState}`
  | CountedAction

/** `source` and `placement` are left out where they do not apply. */
export type Count = {
  what: Counted
  /** when it happened, in ms */
  at: number
  count?: number
  source?: Source
  placement?: string
  /**
   * How the name of the source is limited: `new` counts it by name up to the limit of a day
   * (sources.ts), a time is that of the sign-up, whose name it takes. Without it the name stays.
   */
  name?: 'new' | number
}

/** A count with its final source. */
export type FinalCount = Omit<Count, 'name'>

/** The `day` of the sums since the start. */
export const sinceStart = ''
