import type { LetterState } from '#contract/letters.ts'
import { isStoppedByRule, letterState, titleOf } from '#contract/letter-words.ts'
import { letterPath } from '#contract/letter-screens.ts'
import { navigation } from '#contract/screens.ts'

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

/** `nl` is Dutch. A tag that is no language's stays as it is. */
export const languageName = (tag: string): string => languageNames.of(tag) ?? tag
const languageNames = new Intl.DisplayNames('en', { type: 'language' })
