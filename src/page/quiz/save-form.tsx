import { quizResult } from '#campaign/copy/quiz-result.ts'
import type { Consent } from '#contract/campaign.ts'
import type { Answers } from '#contract/quiz.ts'
import { keyField, proofField, quizPaths } from '#contract/quiz-pages.ts'
import type { SaveView } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/waitlist.ts'
import { EmailForm, type RenderedForm } from '#page/signup/email-form.tsx'
import { stateOf, type Problem } from '#page/signup/use-email-form.ts'
import { ProblemNotice } from '#page/signup/form-notices.tsx'

type Props = {
  sent: {
    answers: Partial<Answers>
    key: string
    origin?: Partial<Origin> | undefined
    proof?: string | undefined
  }
  served: { pageToken: string; consent: Consent }
  form: RenderedForm
}

export const savePlacement: Placement = 'quiz'

/** The form as the server returns it, without script. */
export const servedForm = (view: SaveView): RenderedForm => ({ state: stateOf(view) })

/**
 * The form under a result, on its page and in its dialog. It sends the answers, and the key that
 * was drawn for them (QUIZ-8).
 */
export const SaveForm = ({ sent: { answers, key, origin, proof }, served, form }: Props) => (
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
    problem={
      form.state.problem && (
        <div lang={quizResult.lang}>
          <Unsaved problem={form.state.problem} />
        </div>
      )
    }
  />
)

/** QUIZ-8 */
const Unsaved = ({ problem }: { problem: Problem }) =>
  problem.state === 'busy' ? (
    <ProblemNotice
      title={quizResult.busyTitle}
      text={quizResult.busy.replace('{seconds}', String(problem.retryAfterS))}
    />
  ) : (
    <div className="problem" role="alert">
      <b lang={quizResult.failedTitleLang}>{quizResult.failedTitle}</b>
      <p>{quizResult.failed}</p>
      <p>{quizResult.notSaved}</p>
    </div>
  )
