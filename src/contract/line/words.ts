import type { LineMove, RewardState } from './records.ts'
import type { RuleChange } from './rules.ts'
import type { CreditReason, CreditState } from './screens.ts'
import { operatorTimeInWords } from '#contract/promises/operator-times.ts'
import { counted, grouped } from '#contract/english.ts'

export const reasonWords: Record<CreditReason, string> = {
  '': 'nothing speaks against it',
  network: `many friends by this link confirmed from one network within ${operatorTimeInWords('friendNetwork')}`,
  domain: 'many friends by this link have addresses at one small domain',
  hour: `many friends by this link confirmed within ${operatorTimeInWords('friendHour')}`,
  spelling: 'the mailbox of the link’s owner or of another friend, written in another way',
  disposable: 'an address of a service for throw-away mail',
}

/** The state of a credit: its mark and its word. */
export const creditWords: Record<CreditState, readonly [shape: string, word: string]> = {
  counted: ['full', 'counted'],
  'place-only': ['half', 'for the place only'],
  waiting: ['empty', 'waiting'],
  'taken-back': ['dash', 'taken back'],
  refused: ['cross', 'refused'],
}

export const rewardWords: Record<RewardState, readonly [shape: string, word: string]> = {
  reached: ['empty', 'reached'],
  yours: ['full', 'due'],
  gone: ['dash', 'came too late'],
  'taken-back': ['dash', 'taken back'],
  withdrawn: ['cross', 'withdrawn'],
}

export const moveWords: Record<LineMove, string> = {
  confirmed: 'confirmed',
  friend: 'one friend more',
  'friend-less': 'one friend less',
  invited: 'invited by a wave',
  back: 'came back',
  end: 'a new number, after missed waves',
}

/** The other friends of the link: `3 others: 2 counted, 1 waiting`. */
export function othersText({ others }: { others: Readonly<Record<CreditState, number>> }): string {
  const known = (Object.keys(creditWords) as CreditState[]).filter((state) => others[state] > 0)
  const all = known.reduce((sum, state) => sum + others[state], 0)
  if (all === 0) return 'no others'
  const parts = known.map((state) => `${grouped(others[state])} ${creditWords[state][1]}`)
  return `${counted(all, 'other')}: ${parts.join(', ')}`
}

export const ruleText = ({ perFriend, cap }: Pick<RuleChange, 'perFriend' | 'cap'>): string =>
  perFriend === 0
    ? 'First come, first served: friends change no place'
    : `Each friend counts as ${grouped(perFriend)} people earlier, for ${counted(cap, 'friend')} at most`
