import type { Place } from './line.ts'
import type { CreditRow } from './line-screens.ts'
import type { PersonalData } from './personal-data.ts'
import type { Act } from './screens.ts'

/** DASH-5: what an operator can do about one person, by the last part of its path. */
export const personActs = ['resend', 'take-off', 'suppress', 'erase'] as const
export type PersonAct = (typeof personActs)[number]

export const personPath = (id: string): string => `/dashboard/people/${id}`
export const personActPath = (id: string, act: PersonAct): string => `${personPath(id)}/${act}`

/**
 * Whether the confirm mail can be sent again, or why not. `sent` counts the confirm mails so far,
 * as far as the limits need them. `mayAt`: when the limit of one in 24 hours ends.
 */
export type Resend =
  | { may: true; sent: number }
  | { may: false; why: 'confirmed' | 'left' | 'silenced' | 'waiting' | 'not-requested' | 'three' }
  | { may: false; why: 'recent'; mayAt: number }

/**
 * What the person's screen says of the line beside `PersonalData.line`. `cameBy` and `friends`, the
 * newest, are for operators.
 */
export type PersonLine = {
  /** null: not in the line */
  place: Place | null
  cameBy: CreditRow | null
  friends: readonly CreditRow[]
  /** there are more friends */
  isMore: boolean
}

/** `deletedAt`: when retention deletes a person who does not confirm; null for everybody else. */
export type PersonView =
  | {
      screen: 'person'
      id: string
      person: PersonalData
      line: PersonLine
      acts: readonly Act[]
      resend: Resend
      deletedAt: number | null
    }
  /** asks before an act; `wrong`: sent without a reason */
  | {
      screen: 'person-ask'
      id: string
      act: PersonAct
      person: PersonalData
      resend: Resend
      deletedAt: number | null
      wrong?: boolean
    }
  /** 410: the log knows the person, the list no longer does */
  | { screen: 'person-gone'; acts: readonly Act[] }
