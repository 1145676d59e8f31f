import type { ManyAct, StateCounts } from '#contract/people-list.ts'
import type { PersonState } from '#contract/waitlist.ts'

/** The name of each act on many people, and why it does not affect some. */
export const words: Record<ManyAct, { name: string; others: string }> = {
  'take-off': { name: 'Take off the list', others: 'left already, or undeliverable' },
  suppress: { name: 'Suppress', others: 'get no mail already' },
}

export const sumOf = (states: StateCounts, of: readonly PersonState[]) =>
  of.reduce((sum, state) => sum + states[state], 0)
