import { quiz } from '#campaign/quiz.ts'
import type { QuizResult } from '#contract/quiz.ts'
import type { Site } from '#contract/render.ts'
import { formSlot } from '#page/signup/email-form.tsx'
import type { PopupForm } from '#page/overlays/overlay.ts'
import { ResultModal } from './result-modal.tsx'
import { SaveForm, savePlacement } from './save-form.tsx'
import { SavedPanel } from './saved-panel.tsx'
import { quizController } from './quiz-controller.ts'
import { useSaving } from './use-saving.ts'

/** What the form in it needs, beside the result. */
export type ResultForm = Pick<PopupForm, 'served'> & Pick<Site, 'optIn'>

type Props = ResultForm & {
  result: QuizResult
  idempotencyKey: string
  open: boolean
  draft: string
  onTyped: (text: string) => void
}

/** The result dialog with its form alive: once it is saved, what will arrive stands in the form's place. */
export function LiveResult({
  served,
  optIn,
  result,
  idempotencyKey: key,
  open,
  draft,
  onTyped,
}: Props) {
  const { consent, words } = served
  const form = useSaving({ result, key, consent, draft, onTyped })
  const { state } = form
  const { heading, slot } = form.refs
  return (
    <ResultModal
      quiz={quiz}
      result={result}
      open={open ? 'modal' : undefined}
      onBack={quizController.back}
    >
      {state.step === 'joined' ? (
        <div {...formSlot({ section: savePlacement })} ref={slot}>
          <SavedPanel dialog={quiz.dialog} optIn={optIn} email={state.typed} heading={heading}>
            <button className="another" type="button" onClick={form.onAnother}>
              {words.another}
            </button>
          </SavedPanel>
        </div>
      ) : (
        <SaveForm sent={{ answers: result.answers, key }} served={served} form={form} />
      )}
    </ResultModal>
  )
}
