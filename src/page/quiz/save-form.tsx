import type { ReactNode, RefObject } from 'react'
import { quizResult } from '#campaign'
import type { Consent } from '#contract/campaign/consents.ts'
import type { Answers, QuizCopy } from '#contract/quiz/quiz.ts'
import { keyField, proofField, quizPaths } from '#contract/quiz/pages.ts'
import type { Site } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/people/waitlist.ts'
import { EmailForm } from '#page/signup/email-form.tsx'
import type { RenderedForm } from '#page/signup/form-element.tsx'
import { Another, WelcomePanel } from '#page/signup/form-notices.tsx'
import { Filled } from '#page/ui/filled.tsx'

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

type SavedProps = {
  quiz: Pick<QuizCopy, 'lang' | 'dialog'>
  optIn: Site['optIn']
  /** empty after a reload, since the browser stores no address */
  email: string
  /** with script: the heading that takes the focus, and the way back to the form */
  headingRef?: RefObject<HTMLHeadingElement | null>
  onAnother?: () => void
}

/**
 * QUIZ-7: after a save, what will arrive, and when. With script a toast carries the sentence, so that
 * the panel does not repeat it (FORM-9).
 */
export const SavedPanel = ({ quiz, optIn, email, headingRef, onAnother }: SavedProps) => (
  <WelcomePanel
    heading={onAnother ? quizResult.stored : quizResult.saved}
    headingRef={headingRef}
    isStatus={!onAnother}
    lang={quizResult.lang}
  >
    {email && (
      <p lang={quiz.lang}>
        <Filled text={quiz.dialog.saved[optIn]} values={{ email: <b>{email}</b> }} />
      </p>
    )}
    {onAnother && (
      <p>
        <Filled
          text={quizResult.missing}
          values={{ another: <Another onPress={onAnother}>{quizResult.another}</Another> }}
        />
      </p>
    )}
  </WelcomePanel>
)
