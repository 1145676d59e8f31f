import type { LetterState } from './letters.ts'

/**
 * A letter's state in a word. A rule that paused it says that it stopped; after a restore it is held.
 */
export function letterState(state: LetterState, pausedBy: string | null): string {
  if (state === 'paused' && pausedBy === 'held') return 'Held'
  if (state === 'paused')
    return isStoppedByRule(state, pausedBy) ? 'Stopped automatically' : 'Paused'
  return names[state]
}

export const isStoppedByRule = (state: LetterState, pausedBy: string | null): boolean =>
  state === 'paused' && pausedBy !== 'operator'

const names: Record<LetterState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Sent',
}

/** A draft may have no subject yet. */
export const titleOf = (subject: string): string => subject.trim() || 'Without a subject'
