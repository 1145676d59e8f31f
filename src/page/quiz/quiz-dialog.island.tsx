import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { quiz, prefix } from '#campaign'
import { firstQuestionPath } from '#contract/quiz/pages.ts'
import { fieldNames, type Origin } from '#contract/people/waitlist.ts'
import { hasModifier } from '#page/browser/modifier-keys.ts'
import { useHydrated } from '#page/browser/use-hydrated.ts'
import { quizModal, quizResultModal } from '#page/overlays/requested-popups.ts'
import { pageOverlays } from '#page/overlays/page-overlays.ts'
import { useModal } from '#page/overlays/use-modal.ts'
import { ErrorBoundary } from '#page/ui/error-boundary.tsx'
import '#page/styles/quiz.css'
import { ResultModal, type Kept, type ResultForm } from './result-modal.tsx'
import { results } from './results.ts'
import { QuizModal } from './quiz-modal.tsx'
import { atStart, quizController } from './quiz-controller.ts'

/*
 * The quiz, from its button to a saved result:
 *
 * quiz-controller.ts has the state: quiz-progress.ts has the answers, quiz-history.ts the entry of
 * each step in the browser's history. quiz-modal.tsx and result-modal.tsx are the two dialogs;
 * dial.tsx draws answers and scores, and CSS turns its needle (`data-lean`).
 * contract/quiz/quiz.ts sums the scores: page and server apply the same rules to the quiz of the campaign.
 * save-result.ts posts the result, then asks for the mails that follow (server/quiz/rest-routes.ts).
 * Without script the link leads to a page for each question (shell/quiz-pages.tsx,
 * server/quiz/page-routes.ts). The answers travel in the query (contract/quiz/pages.ts).
 */

export type QuizDialogProps = ResultForm & { cta: string }

/**
 * The invitation's link and, with script, the two dialogs that it opens. Without script, or if the
 * dialogs fail, the link leads to the quiz's pages.
 */
export const QuizDialog = ({ cta, ...form }: QuizDialogProps) => (
  <>
    <p>
      <a className="btn" data-cta="lead-magnet" href={firstPath(form.origin)} onClick={openDialog}>
        {cta}
      </a>
    </p>
    {useHydrated() && (
      <ErrorBoundary>
        <Dialogs {...form} />
      </ErrorBoundary>
    )}
  </>
)

/** A link has no fields: the code of a friend's link is in its address (LINE-3). */
const firstPath = ({ via }: Partial<Origin> = {}) =>
  prefix + firstQuestionPath + (via ? `?${fieldNames.via}=${via}` : '')

function openDialog(event: MouseEvent) {
  if (hasModifier(event) || !document.getElementById(quizModal.key)) return
  event.preventDefault()
  quizController.open()
}

const { slots, popupKey } = pageOverlays

function Dialogs(form: ResultForm) {
  const active = useSyncExternalStore(slots.popup.subscribe, popupKey, () => undefined)
  const { run, asked, result } = useSyncExternalStore(
    quizController.subscribe,
    quizController.read,
    () => atStart,
  )
  const [kept, setKept] = useState<Kept>({ draft: '', texts: results[0] })
  useEffect(() => quizController.start(), [])
  return (
    <>
      <Modal open={active === quizModal.key}>
        <QuizModal
          quiz={quiz}
          question={asked}
          answers={run.answers}
          onChoose={quizController.choose}
          onBack={quizController.back}
        />
      </Modal>
      {result && run.key !== null && (
        <Modal key={run.key} open={active === quizResultModal.key}>
          <ResultModal
            {...form}
            result={result}
            idempotencyKey={run.key}
            savedBefore={run.saved === true}
            open={active === quizResultModal.key}
            kept={kept}
            onKeep={(part) => setKept((before) => ({ ...before, ...part }))}
          />
        </Modal>
      )}
    </>
  )
}

function Modal({ open, children }: { open: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useModal(box, open)
  return <div ref={box}>{children}</div>
}
