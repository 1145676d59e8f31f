import type { ReactNode, RefObject } from 'react'
import { quizResult } from '#campaign/copy/interface.ts'
import type { QuizDialogCopy } from '#contract/quiz.ts'
import type { Site } from '#contract/render.ts'

type Props = {
  dialog: QuizDialogCopy
  optIn: Site['optIn']
  email: string
  heading?: RefObject<HTMLHeadingElement | null>
  children?: ReactNode
}

/** QUIZ-7: after a save, what will arrive, and when. It is the save's one notice (FORM-9). */
export function SavedPanel({ dialog, optIn, email, heading, children }: Props) {
  const [before, after] = dialog.saved[optIn].split('{email}')
  return (
    <div className="welcome" role="status" data-state="success">
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path pathLength="1" d="M4 15l7 7L24 6" />
      </svg>
      <h2 ref={heading} tabIndex={heading && -1} lang={quizResult.lang}>
        {quizResult.saved}
      </h2>
      <p lang={dialog.lang}>
        {before}
        <b>{email}</b>
        {after}
      </p>
      {children}
    </div>
  )
}
