import type { Place } from './line.ts'
import type { SpotState } from './waves.ts'

/**
 * Everything that the line keeps about one person (LINE-9), also for /me, its download and the
 * exports. Friends are numbers: nobody else is in it. Names that end in `At` are times in ms.
 */
export type LineRecord = {
  /** the number of the confirmation; null for somebody who has none (any more) */
  order: Place['order'] | null
  /** null: neither in the line nor away from it */
  standing: 'waiting' | 'left' | 'invited' | 'taken' | null
  /** until when the place of somebody who left waits for them; null for the others */
  keptUntilAt: number | null
  /** friends by the state of their credit */
  friends: FriendCounts
  /** whether the person came by somebody's link; never whose */
  cameByLink: boolean
  link: LinkRecord | null
  /** places at the person's own events, oldest first */
  moves: MoveRecord[]
  rewards: RewardRecord[]
  spots: SpotRecord[]
}

/**
 * `counted` for place and rewards, `placeOnly` for the place alone, `waiting` for neither yet.
 * LINE-4: nobody else is counted, since a number would tell the owner whether a friend left, erased
 * their data or was refused. No name here may end in `At`: JSON has a time for those.
 */
export type FriendCounts = {
  counted: number
  placeOnly: number
  waiting: number
}

/** `name`: shown to those who open the link; may be empty. The others: the mails about friends. */
type LinkRecord = {
  code: string
  name: string
  madeAt: number
  newsDueAt: number | null
  newsSentAt: number | null
  newsStoppedAt: number | null
}

export type LineMove = 'confirmed' | 'friend' | 'friend-less' | 'invited' | 'back' | 'end'
/** A noted place, and why it was noted. */
export type MoveRecord = { place: number; why: LineMove; notedAt: number }

/** In the order of the operator's screen. */
export const rewardStates = ['reached', 'yours', 'gone', 'taken-back', 'withdrawn'] as const
export type RewardState = (typeof rewardStates)[number]

/** `number`: of a limited reward. `note`: why an operator withdrew it. */
export type RewardRecord = {
  friends: number
  state: RewardState
  number: number | null
  note: string
  changedAt: number
  dueAt: number | null
}

/** A spot in a wave. Its code is kept as a fingerprint only. `usedAt`: when a shop reported it. */
export type SpotRecord = {
  wave: number
  place: number
  state: SpotState
  invitedAt: number
  untilAt: number
  endedAt: number | null
  usedAt: number | null
}
