import type { ReactNode } from 'react'
import { quizResult } from '#campaign/copy/interface.ts'
import type { QuizCopy, QuizResult } from '#contract/quiz.ts'
import type { PopupOpen } from '#page/overlays/popup-entry.ts'
import { Popup } from '#page/overlays/popup.tsx'
import { quizResultModal } from '#page/overlays/quiz-popups.ts'
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
  <Popup
    id={quizResultModal.key}
    title={<span lang={quizResult.lang}>{quizResult.complete}</span>}
    open={open}
    stays
    close={{ text: quiz.dialog.close, lang: quiz.dialog.lang }}
  >
    <Diagnosis quiz={quiz} result={result} />
    {children}
    <button className="back" type="button" lang={quizResult.lang} onClick={onBack}>
      {quizResult.back}
    </button>
  </Popup>
)
