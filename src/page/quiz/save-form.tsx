import type { ReactNode, RefObject } from 'react'
import type { ResultTexts } from '#campaign/compose.ts'
import type { Answers } from '#contract/quiz/quiz.ts'
import { keyField, proofField, quizPaths } from '#contract/quiz/pages.ts'
import type { Site } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/people/waitlist.ts'
import { EmailForm } from '#page/signup/email-form.tsx'
import type { RenderedForm } from '#page/signup/form-element.tsx'
import { Another, WelcomePanel } from '#page/signup/form-notices.tsx'
import { Filled } from '#page/ui/filled.tsx'
import { queryIn } from './results.ts'

type Props = {
  sent: {
    answers: Partial<Answers>
    key: string
    origin?: Partial<Origin> | undefined
    proof?: string | undefined
  }
  texts: ResultTexts
  pageToken: string
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
  texts,
  pageToken,
  form,
  problem,
}: Props) => (
  <EmailForm
    options={{
      variant: 'dialog',
      size: 'large',
      placeholder: texts.words.placeholder,
      ctaText: texts.words.cta,
      section: savePlacement,
    }}
    served={{ pageToken, consent: texts.consent, words: texts.words.form }}
    form={form}
    plain={{
      action: `${quizPaths.save}#${savePlacement}-form`,
      values: {
        ...answers,
        [keyField]: key,
        ...(proof && { [proofField]: proof }),
        ...queryIn(texts),
      },
      origin,
      required: true,
      lang: texts.lang,
    }}
    problem={problem}
  />
)

type SavedProps = {
  texts: ResultTexts
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
export const SavedPanel = ({
  texts: { lang, words, ofQuiz },
  optIn,
  email,
  headingRef,
  onAnother,
}: SavedProps) => (
  <WelcomePanel
    heading={onAnother ? words.stored : words.saved}
    headingRef={headingRef}
    isStatus={!onAnother}
    lang={lang}
  >
    {email && (
      <p>
        <Filled text={ofQuiz.dialog.saved[optIn]} values={{ email: <b>{email}</b> }} />
      </p>
    )}
    {onAnother && (
      <p>
        <Filled
          text={words.missing}
          values={{ another: <Another onPress={onAnother}>{words.another}</Another> }}
        />
      </p>
    )}
  </WelcomePanel>
)
