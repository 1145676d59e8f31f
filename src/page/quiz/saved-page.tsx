import { home } from '#campaign/copy/interface.ts'
import type { QuizCopy } from '#contract/quiz.ts'
import type { PageVisit, Site } from '#contract/render.ts'
import { SavedPanel } from './saved-panel.tsx'

type Props = {
  quiz: QuizCopy
  visit: Extract<PageVisit, { page: 'quiz-saved' }>
  optIn: Site['optIn']
}

/** After a save without script, below the type as title: what will arrive, and when. */
export const SavedPage = ({ quiz, visit: { email }, optIn }: Props) => (
  <>
    <SavedPanel quiz={quiz} optIn={optIn} email={email} />
    <div className="next-step">
      <a className="btn" data-look="line" href="/">
        {home}
      </a>
    </div>
  </>
)
