import type { ReactNode } from 'react'
import { quizResult } from '#campaign/copy/interface.ts'
import type { QuizCopy, QuizResult } from '#contract/quiz.ts'
import type { PopupOpen } from '#page/overlays/overlay.ts'
import { PopupDialog } from '#page/overlays/popup-dialog.tsx'
import { quizResultModal } from '#page/overlays/requested-popups.ts'
import { Diagnosis } from './diagnosis.tsx'

type Props = {
  quiz: QuizCopy
  result: QuizResult
  open?: PopupOpen | undefined
  onBack?: () => void
  /** the form, or what takes its place */ children: ReactNode
}

/** QUIZ-4: result screen, result modal and result dialog. */
export const ResultModal = ({ quiz, result, open, onBack, children }: Props) => (
  <PopupDialog
    id={quizResultModal.key}
    title={<span lang={quizResult.lang}>{quizResult.complete}</span>}
    open={open}
    persistent
    close={{ text: quiz.dialog.close, lang: quiz.dialog.lang }}
  >
    <Diagnosis quiz={quiz} result={result} />
    {children}
    <button className="back" type="button" lang={quizResult.lang} onClick={onBack}>
      {quizResult.back}
    </button>
  </PopupDialog>
)
