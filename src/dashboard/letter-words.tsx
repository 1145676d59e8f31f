import type { LetterState } from '#contract/letters.ts'
import { letterPath } from '#contract/letter-screens.ts'
import { navigation } from '#contract/screens.ts'

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
const shapes: Record<LetterState, string> = {
  draft: 'half',
  scheduled: 'empty',
  sending: 'gold',
  paused: 'dash',
  stopped: 'dash',
  done: 'full',
}

export const LetterStateMark = ({
  state,
  pausedBy,
}: {
  state: LetterState
  pausedBy: string | null
}) => (
  <span className="state" data-shape={isStoppedByRule(state, pausedBy) ? 'cross' : shapes[state]}>
    {letterState(state, pausedBy)}
  </span>
)

export const LettersCrumb = () => (
  <a className="crumb" href={navigation.letters.path}>
    {navigation.letters.title}
  </a>
)

/** From a screen about a letter back to it. */
export const LetterCrumb = ({ id, subject }: { id: string; subject: string }) => (
  <a className="crumb" href={letterPath(id)}>
    <bdi>{titleOf(subject)}</bdi>
  </a>
)

/** A draft may have no subject yet. */
export const titleOf = (subject: string): string => subject.trim() || 'Without a subject'

/** `nl` is Dutch. A tag that is no language's stays as it is. */
export const languageName = (tag: string): string => languageNames.of(tag) ?? tag
const languageNames = new Intl.DisplayNames('en', { type: 'language' })
