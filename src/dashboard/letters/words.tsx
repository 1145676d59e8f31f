import type { LetterState } from '#contract/letters.ts'
import { isStoppedByRule, letterState, titleOf } from '#contract/letter-words.ts'
import { letterPath } from '#contract/letter-screens.ts'

const shapes: Record<LetterState, string> = {
  draft: 'half',
  scheduled: 'empty',
  sending: 'accent',
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

/** From a screen about a letter back to it. */
export const toLetter = ({ id, subject }: { id: string; subject: string }) => ({
  path: letterPath(id),
  title: <bdi>{titleOf(subject)}</bdi>,
})

/** `nl` is Dutch. A tag that is no language's stays as it is. */
export const languageName = (tag: string): string => languageNames.of(tag) ?? tag
const languageNames = new Intl.DisplayNames('en', { type: 'language' })
