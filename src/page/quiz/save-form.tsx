import type { ReactNode } from 'react'
import { quizResult } from '#campaign/copy/quiz-result.ts'
import type { Consent } from '#contract/consents.ts'
import type { Answers } from '#contract/quiz.ts'
import { keyField, proofField, quizPaths } from '#contract/quiz-pages.ts'
import type { SaveView } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/waitlist.ts'
import { EmailForm, type RenderedForm } from '#page/signup/email-form.tsx'
import { stateOf } from '#page/signup/use-email-form.ts'

type Props = {
  sent: {
    answers: Partial<Answers>
    key: string
    origin?: Partial<Origin> | undefined
    proof?: string | undefined
  }
  served: { pageToken: string; consent: Consent }
  form: RenderedForm
  /** above the form, where it was not saved */
  problem?: ReactNode
}

export const savePlacement: Placement = 'quiz'

/** The form as the server returns it, without script. */
export const servedForm = (view: SaveView): RenderedForm => ({ state: stateOf(view) })

/**
 * The form under a result, on its page and in its dialog. It sends the answers, and the key that
 * was drawn for them (QUIZ-8).
 */
export const SaveForm = ({
  sent: { answers, key, origin, proof },
  served,
  form,
  problem,
}: Props) => (
  <EmailForm
    options={{
      variant: 'dialog',
      size: 'large',
      placeholder: quizResult.placeholder,
      ctaText: quizResult.cta,
      section: savePlacement,
    }}
    served={{ ...served, words: quizResult.form }}
    form={form}
    plain={{
      action: `${quizPaths.save}#${savePlacement}-form`,
      values: { ...answers, [keyField]: key, ...(proof && { [proofField]: proof }) },
      origin,
      required: true,
      lang: quizResult.lang,
    }}
    problem={problem}
  />
)
