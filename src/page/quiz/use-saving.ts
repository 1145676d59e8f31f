import { useEffect, useRef } from 'react'
import { quizResult } from '#campaign/copy/interface.ts'
import type { Consent } from '#contract/campaign.ts'
import type { QuizResult } from '#contract/quiz.ts'
import { tokens } from '#page/signup/meta.ts'
import { useCapture, type LiveForm } from '#page/signup/use-capture.ts'
import { closeToast, showToast } from '#page/ui/toasts.ts'
import { savePlacement } from './save-form.tsx'
import { saveResult } from './save-result.ts'

type Saving = {
  result: QuizResult
  key: string | null
  consent: Consent
  draft: string
  onTyped: (text: string) => void
}

/** QUIZ-7 and 8: the form in the result dialog. `draft` is what was typed in it before. */
export function useSaving({ result, key, consent, draft, onTyped }: Saving): LiveForm {
  const tries = useRef(0)
  useEffect(() => tokens.warm(), [])
  const form = useCapture({
    view: { state: 'idle', typed: draft },
    section: savePlacement,
    async send({ email, trap }) {
      const again = tries.current++ > 0
      const notice = again ? showToast({ text: quizResult.retrying, tone: 'plain' }) : null
      try {
        const outcome = await saveResult({
          email,
          trap,
          result,
          key,
          consent: consent.version,
          again,
        })
        if (notice !== null) closeToast(notice)
        return outcome
      } catch (error) {
        showToast({ title: quizResult.failedTitle, text: quizResult.failed, tone: 'bad' })
        throw error
      }
    },
  })
  const typed = (text: string) => {
    onTyped(text)
    form.typed(text)
  }
  return { ...form, typed }
}
