import type { LineMove, RewardState } from './line-record.ts'
import type { RuleChange } from './line-rules.ts'
import type { OverviewFigures, SourceCounts } from './overview-figures.ts'

/**
 * The operator's screens of the line (LINE-1 to LINE-6). Times are in ms since 1970. A reader gets
 * masked addresses and no acts.
 */

/** LINE-5: what an operator says about a credit. */
export const rulings = ['counts', 'refused'] as const
export type Ruling = (typeof rulings)[number]

export const linePaths = {
  line: '/dashboard/line',
  credits: '/dashboard/line/credits',
  rule: (friendId: string, ruling: Ruling) => `/dashboard/line/credits/${friendId}/${ruling}`,
  /** of all friends of a link */
  ruleAll: (ownerId: string, ruling: Ruling) => `/dashboard/line/links/${ownerId}/${ruling}`,
  rewards: '/dashboard/line/rewards',
  exportRewards: '/dashboard/line/rewards/export',
  withdraw: (personId: string, step: number | string) =>
    `/dashboard/line/rewards/${personId}/${step}/withdraw`,
} as const

export type CreditState = 'counted' | 'place-only' | 'waiting' | 'taken-back' | 'refused'
export type CreditReason = '' | 'network' | 'domain' | 'hour' | 'spelling' | 'disposable'
/**
 * The states in which credits wait for a ruling; a place-only one counts for the place meanwhile.
 */
export const openCredits = ['waiting', 'place-only'] as const satisfies readonly CreditState[]
export type OpenCredit = (typeof openCredits)[number]

export const rewardStates = [
  'reached',
  'yours',
  'gone',
  'taken-back',
  'withdrawn',
] as const satisfies readonly RewardState[]

export type Named = { id: string; email: string }

/** A friend who confirmed by the link of `owner`. `others`: the other friends of this link. */
export type CreditRow = {
  friend: Named
  owner: Named
  state: CreditState
  reason: CreditReason
  at: number
  others: Readonly<Record<CreditState, number>>
  ruledAt: number | null
  ruledBy: string | null
}

/** Credits of a state; `isMore`: there are more than were counted. */
export type CreditCount = { credits: number; isMore: boolean; oldestMs: number | null }
export type CreditCounts = Readonly<Record<OpenCredit, CreditCount>>
export const creditsCounted = 1_000

export type LinePlaceRow = Named & { place: number; order: number; friends: number }
export type LineMoveRow = Named & { at: number; place: number; why: LineMove }

/** LINE-6: a step of the ladder, and how many people have it in which state. */
export type RewardStep = {
  friends: number
  name: string
  counts: Readonly<Record<RewardState, number>>
  /** of a limited reward; null for the others */
  limited: { limit: number; reserved: number; goneAtMs: number | null } | null
}

/**
 * A row of the ledger. `number`: of a limited reward. `dueAt`: when a reached one is the person's.
 */
export type RewardRow = {
  personId: string
  email: string
  step: number
  state: RewardState
  number: number | null
  at: number
  dueAt: number | null
  note: string
}

export type LineScreenView =
  | {
      screen: 'line'
      figures: OverviewFigures
      /** people who came by a link, in the range of the figures */
      byLink: SourceCounts
      waiting: number
      nextPlace: number
      first: readonly LinePlaceRow[]
      moves: readonly LineMoveRow[]
      credits: CreditCounts
      /** the oldest that wait */
      waitingCredits: readonly CreditRow[]
      steps: readonly RewardStep[]
      /** the newest first */
      rules: readonly RuleChange[]
      checkedAtMs: number | null
    }
  /** credits of one state, the oldest first */
  | {
      screen: 'line-credits'
      state: OpenCredit
      counts: CreditCounts
      credits: readonly CreditRow[]
      next?: string
    }
  /** asks before a ruling */
  | {
      screen: 'line-rule'
      ruling: Ruling
      credit: CreditRow
      rulingDays: number
    }
  /** asks before a ruling on all friends of a link who are in doubt; `askedMs`: as of then */
  | {
      screen: 'line-rule-all'
      ruling: Ruling
      owner: Named
      open: Readonly<Record<OpenCredit, number>>
      askedMs: number
    }
  /** LINE-6: the ledger, and the rewards of one step and state, the newest first */
  | {
      screen: 'line-rewards'
      steps: readonly RewardStep[]
      step: number
      state: RewardState
      rewards: readonly RewardRow[]
      next?: string
    }
  /** asks before a reward is withdrawn; `wrong`: sent without a note */
  | {
      screen: 'line-withdraw'
      reward: RewardRow
      name: string
      typed: string
      wrong?: boolean
    }

/** The field of a ruling on all friends of a link: `askedMs`. Later friends are not ruled on. */
export const askedField = 'asked'

/** Characters of the note on a reward that is withdrawn. */
export const mostNote = 500
