import { useEffect, useRef } from 'react'
import type { ResultTexts } from '#campaign/compose.ts'
import { withTexts, type QuizResult as Result } from '#contract/quiz/quiz.ts'
import type { Site } from '#contract/render.ts'
import type { Origin } from '#contract/people/waitlist.ts'
import { PopupDialog } from '#page/overlays/popup-dialog.tsx'
import { quizResultModal } from '#page/overlays/requested-popups.ts'
import { formSlot } from '#page/signup/email-form.tsx'
import { formTokens } from '#page/signup/form-tokens.ts'
import { useEmailForm, type EmailFormHandle } from '#page/signup/use-email-form.ts'
import { closeToast, showToast } from '#page/ui/toasts.ts'
import { quizController } from './quiz-controller.ts'
import { QuizResult } from './quiz-result.tsx'
import { otherThan, tagOf } from './results.ts'
import { SavedPanel, SaveForm, savePlacement } from './save-form.tsx'
import { saveResult } from './save-result.ts'

/** The props of the form in the result, from the server. */
export type ResultForm = Pick<Site, 'optIn'> & {
  pageToken: string
  /** where the page was made for one visit: where that came from */
  origin?: Partial<Origin> | undefined
}

/** What a result takes over from the one before it, as an answer is changed. */
export type Kept = {
  /** the text that was typed in the form */
  draft: string
  /** LANG-4: in the language that was chosen */
  texts: ResultTexts
}

type Props = ResultForm & {
  result: Result
  idempotencyKey: string
  /** the result was saved before this page was loaded */
  savedBefore: boolean
  open: boolean
  kept: Kept
  onKeep: (part: Partial<Kept>) => void
}

/**
 * QUIZ-4: the dialog with its form. Once the result is saved, the saved panel replaces the form.
 * LANG-4: a press changes its language, and keeps what is typed.
 */
export function ResultModal(props: Props) {
  const { pageToken, optIn, origin, result, idempotencyKey: key, open, kept, onKeep } = props
  const { texts } = kept
  const { lang, words } = texts
  const other = otherThan(texts)
  const form = useSaving(props)
  const { heading, slot } = form.refs
  return (
    <PopupDialog
      id={quizResultModal.key}
      lang={lang}
      title={words.complete}
      open={open}
      persistent
      close={words.close}
      toasts={words.notices}
    >
      {other && (
        <button
          className="back"
          type="button"
          lang={tagOf(other)}
          onClick={() => onKeep({ texts: other })}
        >
          {other.words.offer}
        </button>
      )}
      <QuizResult texts={texts} result={result}>
        {form.state.step === 'joined' ? (
          <div {...formSlot({ section: savePlacement })} ref={slot}>
            <SavedPanel
              texts={texts}
              optIn={optIn}
              email={form.state.typed}
              headingRef={heading}
              onAnother={form.onAnother}
            />
          </div>
        ) : (
          <SaveForm
            sent={{ answers: result.answers, key, origin }}
            texts={texts}
            pageToken={pageToken}
            form={form}
          />
        )}
      </QuizResult>
      <button className="back" type="button" onClick={quizController.back}>
        {words.back}
      </button>
    </PopupDialog>
  )
}

/** QUIZ-7 and 8: saves the result with the address that is typed. */
function useSaving({
  result,
  idempotencyKey: key,
  origin,
  savedBefore,
  kept: { draft, texts },
  onKeep,
}: Props): EmailFormHandle {
  const { lang, words, ofQuiz, consent } = texts
  const tries = useRef(0)
  useEffect(() => formTokens.prefetch(), [])
  const form = useEmailForm({
    view: savedBefore
      ? { state: 'welcome', email: '', formPath: '' }
      : { state: 'idle', typed: draft },
    section: savePlacement,
    success: { text: words.saved, lang },
    async send(typed) {
      const again = tries.current++ > 0
      const notice = again ? showToast({ text: words.retrying, lang, tone: 'plain' }) : null
      try {
        const refused = await saveResult({
          ...typed,
          // QUIZ-6: the texts that were read are saved.
          result: withTexts(result, ofQuiz),
          key,
          origin,
          consent: consent.version,
          again,
        })
        if (notice !== null) closeToast(notice)
        if (refused === null) quizController.markSaved()
        return refused
      } catch (error) {
        showToast({
          title: words.failedTitle,
          titleLang: words.failedTitleLang,
          text: words.failed,
          lang,
          tone: 'bad',
        })
        throw error
      }
    },
  })
  const onType = (text: string) => {
    onKeep({ draft: text })
    form.onType(text)
  }
  return { ...form, onType }
}
