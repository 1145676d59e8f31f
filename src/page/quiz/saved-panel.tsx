import type { RefObject } from 'react'
import { quizResult } from '#campaign/copy/quiz-result.ts'
import type { QuizCopy } from '#contract/quiz.ts'
import type { Site } from '#contract/render.ts'

type Props = {
  quiz: Pick<QuizCopy, 'lang' | 'dialog'>
  optIn: Site['optIn']
  /** empty after a reload, since the browser stores no address */
  email: string
  /** with script: the heading that takes the focus, and the way back to the form */
  heading?: RefObject<HTMLHeadingElement | null>
  onAnother?: () => void
}

/**
 * QUIZ-7: after a save, what will arrive, and when. With script a toast carries the sentence, so that
 * the panel does not repeat it (FORM-9).
 */
export function SavedPanel({ quiz: { lang, dialog }, optIn, email, heading, onAnother }: Props) {
  const [before, after] = dialog.saved[optIn].split('{email}')
  return (
    <div
      className="welcome"
      role={onAnother ? undefined : 'status'}
      data-state="success"
      lang={quizResult.lang}
    >
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path pathLength="1" d="M4 15l7 7L24 6" />
      </svg>
      <h2 ref={heading} tabIndex={heading && -1}>
        {onAnother ? quizResult.stored : quizResult.saved}
      </h2>
      {email && (
        <p lang={lang}>
          {before}
          <b>{email}</b>
          {after}
        </p>
      )}
      {onAnother && <Missing onAnother={onAnother} />}
    </div>
  )
}

function Missing({ onAnother }: { onAnother: () => void }) {
  const [before, after] = quizResult.missing.split('{another}')
  return (
    <p>
      {before}
      <button className="another" type="button" onClick={onAnother}>
        {quizResult.another}
      </button>
      {after}
    </p>
  )
}
