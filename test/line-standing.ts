import { campaign } from '#campaign'
import type { LineStanding, RewardStanding } from '#contract/line/standing.ts'
import type { Place } from '#contract/line/line.ts'

/** 22 November 2026, 12:04:07 in Amsterdam. */
export const confirmedAt = Date.parse('2026-11-22T11:04:07Z')

/** The newest of 8,933 people, of whom nobody has passed anybody. */
export const placeWith = (place: Partial<Place> = {}): Place => ({
  place: 8_933,
  before: 8_932,
  behind: 0,
  waiting: 8_933,
  confirmedBefore: 8_932,
  passed: 0,
  passedBy: 0,
  order: 8_933,
  friends: 0,
  withOneMore: 8_908,
  ...place,
})

export const rewardWith = (reward: Partial<RewardStanding>): RewardStanding => ({
  friends: 1,
  state: 'locked',
  byOffer: false,
  number: null,
  at: null,
  dueAt: null,
  left: null,
  goneAt: null,
  ...reward,
})

/** A standing of the shipped campaign, without a friend yet. */
export const standingWith = (
  standing: Partial<LineStanding> = {},
): LineStanding & { place: Place } => ({
  asOf: confirmedAt,
  away: null,
  link: { url: 'https://fuel.example/?via=K7Q42M9', code: 'K7Q42M9', name: '' },
  counted: 0,
  countedForRewards: 0,
  lookedAt: 0,
  rewards: (campaign.line?.terms.rewards ?? []).map(({ friends, limit }) =>
    rewardWith({ friends, left: limit && 288 }),
  ),
  registered: 8_933,
  ...standing,
  place: standing.place ?? placeWith(),
})
