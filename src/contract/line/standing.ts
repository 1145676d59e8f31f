import type { RewardState } from './records.ts'
import type { Place, RewardTerms } from './line.ts'

/**
 * LINE-9: everything that a person's pages and mails say of their place, at one moment. Nobody is
 * named: friends are numbers.
 */
export type LineStanding = {
  /** when it was read, in ms */
  asOf: number
  /** null: not in the line; `away` says why */
  place: Place | null
  /** `until`: when a person who left loses the place, or the spot of an invited one ends */
  away: { why: 'left' | 'invited' | 'taken'; until: number | null } | null
  /** null until a person who confirmed before the line began has one */
  link: OwnLink | null
  /** friends who count for the place; those for rewards; those whose credit waits for a ruling */
  counted: number
  countedForRewards: number
  lookedAt: number
  /** in the order of the campaign's terms */
  rewards: RewardStanding[]
  /** everybody: confirmed and not left */
  registered: number
}

/**
 * What the confirm page says before the press, at one moment. `nextPlace`: the place that the next
 * person gets; null for a person whose place waits for them.
 */
export type PlaceAhead = Pick<LineStanding, 'asOf' | 'registered'> & {
  nextPlace: number | null
}

/**
 * What leaving gives up, or what waits for somebody who left. `mePath`: of the own page, if known.
 */
export type LeaveStanding = {
  asOf: number
  registered: number
  /** null: not in the line */
  place: number | null
  /** until when the place waits; null if none does */
  until: number | null
  /** LINE-8: a spot that is held for them until then (ms), or that they took; null without one */
  spot: { heldUntil: number } | 'taken' | null
  mePath?: string | undefined
}

/** The field for a first name, and whether it was refused as typed. */
export type NameField = { typed: string; isWrong: boolean }

/** `name`: shown to those who open the link; empty unless its owner typed one. */
export type OwnLink = { url: string; code: string; name: string }

/**
 * LINE-6: one reward as the person has it. `locked`: not enough friends yet. `gone`: none was left.
 * `number`: of a limited reward. `at`: since when; null while it is locked. `byOffer`: it is theirs
 * by the offer that gives the same (`RewardTerms.alsoBy`).
 */
export type RewardStanding = {
  friends: number
  state: 'locked' | RewardState
  byOffer: boolean
  number: number | null
  at: number | null
  /** when a reached reward becomes theirs */
  dueAt: number | null
  /** pieces of a limited reward that nobody has reached; null without a limit */
  left: number | null
  /** when the last piece was reached */
  goneAt: number | null
}

/** The address that a person shares. `publicUrl` has no slash at its end. */
export const linkOfCode = (publicUrl: string, code: string): string => `${publicUrl}/?via=${code}`

/** Rewards that the person does not have and can still earn, the nearest first. */
export const rewardsAhead = (rewards: readonly RewardStanding[]): RewardStanding[] =>
  rewards.filter(({ state }) => state === 'locked' || state === 'taken-back')

/** How many more friends must confirm for a reward. */
export const friendsToGo = (
  { friends }: Pick<RewardTerms, 'friends'>,
  { countedForRewards }: Pick<LineStanding, 'countedForRewards'>,
): number => Math.max(0, friends - countedForRewards)
