import { useEffect, useRef } from 'react'
import { quizResult } from '#campaign/copy/interface.ts'
import type { Consent } from '#contract/campaign.ts'
import type { QuizResult } from '#contract/quiz.ts'
import { tokens } from '#page/capture/meta.ts'
import { useCapture, type LiveForm } from '#page/capture/use-capture.ts'
import type { FormWords } from '#page/capture/words.ts'
import { showToast } from '#page/ui/toasts.ts'
import { savePlacement } from './save-form.tsx'
import { saveResult } from './save-result.ts'

type Saving = { result: QuizResult; key: string | null; consent: Consent; words: FormWords; draft: string; onTyped: (text: string) => void }

/** QUIZ-7 and 8: the form in the result dialog. `draft` is what was typed in it before. */
export function useSaving({ result, key, consent, words, draft, onTyped }: Saving): LiveForm {
  const tries = useRef(0)
  useEffect(() => tokens.warm(), [])
  const form = useCapture({
    view: { state: 'idle', typed: draft }, section: savePlacement, words,
    send: ({ email, trap }) => saveResult({ email, trap, result, key, consent: consent.version, again: tries.current++ > 0 }).catch((error: unknown) => {
      showToast({ title: quizResult.failedTitle, text: quizResult.failed, tone: 'bad' })
      throw error
    }),
  })
  const typed = (text: string) => {
    onTyped(text)
    form.typed(text)
  }
  return { ...form, typed }
}
