import { home, quizResult } from '#campaign/copy/interface.ts'
import type { QuizCopy } from '#contract/quiz.ts'
import type { PageVisit, Site } from '#contract/render.ts'

type Props = { quiz: QuizCopy; visit: Extract<PageVisit, { page: 'quiz-saved' }>; optIn: Site['optIn'] }

/** After a save without script: the type, and what will arrive and when. */
export function SavedPage({ quiz: { types, dialog }, visit: { type, email }, optIn }: Props) {
  const [before, after] = dialog.saved[optIn].split('{email}')
  return (
    <>
      <h1>{types[type].title}</h1>
      <div className="c stack">
        <div className="welcome" data-state="success">
          <svg viewBox="0 0 28 28" aria-hidden="true"><path pathLength="1" d="M4 15l7 7L24 6" /></svg>
          <h2 lang={quizResult.lang}>{quizResult.saved}</h2>
          <p lang={dialog.lang}>{before}<b>{email}</b>{after}</p>
        </div>
        <p><a className="btn" data-look="line" href="/">{home}</a></p>
      </div>
    </>
  )
}
