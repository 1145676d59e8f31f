/** The operator's screens of the line (LINE-1 to LINE-6). A reader gets masked addresses and no acts. */

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

/** The field of a ruling on all friends of a link: when its page asked (ms). Later friends are not ruled on. */
export const askedField = 'asked'

/** Characters of the note on a reward that is withdrawn. */
export const mostNote = 500
