import { quizResult, consents, quiz } from '#campaign'
import { consentIn } from '#contract/campaign/consents.ts'
import type { QuizResult as Result } from '#contract/quiz/quiz.ts'
import type { Site } from '#contract/render.ts'
import type { Origin } from '#contract/people/waitlist.ts'
import { PopupDialog } from '#page/overlays/popup-dialog.tsx'
import { quizResultModal } from '#page/overlays/requested-popups.ts'
import { formSlot } from '#page/signup/email-form.tsx'
import { quizController } from './quiz-controller.ts'
import { QuizResult } from './quiz-result.tsx'
import { SavedPanel, SaveForm, savePlacement } from './save-form.tsx'
import { useSaving } from './use-saving.ts'

/** The props of the form in the result, from the server. */
export type ResultForm = Pick<Site, 'optIn'> & {
  pageToken: string
  /** where the page was made for one visit: where that came from */
  origin?: Partial<Origin> | undefined
}

type Props = ResultForm & {
  result: Result
  idempotencyKey: string
  savedBefore: boolean
  open: boolean
  draft: string
  onTyped: (text: string) => void
}

const consent = consentIn(consents, quizResult.lang)

/** QUIZ-4: the dialog with its form. Once the result is saved, the saved panel replaces the form. */
export function ResultModal({
  pageToken,
  optIn,
  origin,
  result,
  idempotencyKey: key,
  savedBefore,
  open,
  draft,
  onTyped,
}: Props) {
  const form = useSaving({
    result,
    key,
    origin,
    consent,
    draft,
    onTyped,
    savedBefore,
    onSaved: quizController.markSaved,
  })
  const { state } = form
  const { heading, slot } = form.refs
  return (
    <PopupDialog
      id={quizResultModal.key}
      lang={quizResult.lang}
      title={quizResult.complete}
      open={open}
      persistent
      close={quizResult.close}
      toasts={quizResult.notices}
    >
      <QuizResult quiz={quiz} result={result}>
        {state.step === 'joined' ? (
          <div {...formSlot({ section: savePlacement })} ref={slot}>
            <SavedPanel
              quiz={quiz}
              optIn={optIn}
              email={state.typed}
              heading={heading}
              onAnother={form.onAnother}
            />
          </div>
        ) : (
          <SaveForm
            sent={{ answers: result.answers, key, origin }}
            served={{ pageToken, consent }}
            form={form}
          />
        )}
      </QuizResult>
      <button className="back" type="button" onClick={quizController.back}>
        {quizResult.back}
      </button>
    </PopupDialog>
  )
}
