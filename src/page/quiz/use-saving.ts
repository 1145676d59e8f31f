import { useEffect, useRef } from 'react'
import { quizResult } from '#campaign'
import type { Consent } from '#contract/campaign/consents.ts'
import type { QuizResult } from '#contract/quiz/quiz.ts'
import type { Origin } from '#contract/people/waitlist.ts'
import { formTokens } from '#page/signup/form-tokens.ts'
import { useEmailForm, type EmailFormHandle } from '#page/signup/use-email-form.ts'
import { closeToast, showToast } from '#page/ui/toasts.ts'
import { savePlacement } from './save-form.tsx'
import { saveResult } from './save-result.ts'

type Saving = {
  result: QuizResult
  key: string | null
  origin: Partial<Origin> | undefined
  consent: Consent
  draft: string
  onTyped: (text: string) => void
  /** the result was saved before this page was loaded */
  savedBefore: boolean
  onSaved: () => void
}

/** QUIZ-7 and 8: the form in the result dialog. `draft` is the text that was typed in it before. */
export function useSaving({
  result,
  key,
  origin,
  consent,
  draft,
  onTyped,
  savedBefore,
  onSaved,
}: Saving): EmailFormHandle {
  const tries = useRef(0)
  useEffect(() => formTokens.prefetch(), [])
  const form = useEmailForm({
    view: savedBefore
      ? { state: 'welcome', email: '', formPath: '' }
      : { state: 'idle', typed: draft },
    section: savePlacement,
    success: { text: quizResult.saved, lang: quizResult.lang },
    async send({ email, trap }) {
      const again = tries.current++ > 0
      const notice = again ? showToast({ text: quizResult.retrying, tone: 'plain' }) : null
      try {
        const refused = await saveResult({
          email,
          trap,
          result,
          key,
          origin,
          consent: consent.version,
          again,
        })
        if (notice !== null) closeToast(notice)
        if (refused === null) onSaved()
        return refused
      } catch (error) {
        showToast({
          title: quizResult.failedTitle,
          titleLang: quizResult.failedTitleLang,
          text: quizResult.failed,
          tone: 'bad',
        })
        throw error
      }
    },
  })
  const onType = (text: string) => {
    onTyped(text)
    form.onType(text)
  }
  return { ...form, onType }
}
