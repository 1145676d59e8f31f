import { home } from '#campaign/copy/interface.ts'
import type { QuizCopy } from '#contract/quiz.ts'
import type { PageVisit, Site } from '#contract/render.ts'
import { SavedPanel } from './saved-panel.tsx'

type Props = {
  quiz: QuizCopy
  visit: Extract<PageVisit, { page: 'quiz-saved' }>
  optIn: Site['optIn']
}

/** After a save without script: the type, and what will arrive and when. */
export const SavedPage = ({ quiz, visit: { type, email }, optIn }: Props) => (
  <>
    <h1 lang={quiz.typeNameLang ?? quiz.lang}>{quiz.types[type].title}</h1>
    <div className="c stack">
      <SavedPanel quiz={quiz} optIn={optIn} email={email} />
      <p>
        <a className="btn" data-look="line" href="/">
          {home}
        </a>
      </p>
    </div>
  </>
)
