import type { ReactNode } from 'react'
import { quizResult } from '#campaign/copy/quiz-result.ts'
import type { QuizCopy, QuizResult } from '#contract/quiz.ts'
import { PopupDialog } from '#page/overlays/popup-dialog.tsx'
import { quizResultModal } from '#page/overlays/requested-popups.ts'
import { Diagnosis } from './diagnosis.tsx'

type Props = {
  quiz: QuizCopy
  result: QuizResult
  open?: boolean | undefined
  onBack?: () => void
  /** the form, or the panel that replaces it */
  children: ReactNode
}

/** QUIZ-4: result screen, result modal and result dialog. */
export const ResultModal = ({ quiz, result, open, onBack, children }: Props) => (
  <PopupDialog
    id={quizResultModal.key}
    lang={quizResult.lang}
    title={quizResult.complete}
    open={open}
    persistent
    close={quizResult.close}
    toasts={quizResult.notices}
  >
    <Diagnosis quiz={quiz} result={result}>
      {children}
    </Diagnosis>
    <button className="back" type="button" onClick={onBack}>
      {quizResult.back}
    </button>
  </PopupDialog>
)
