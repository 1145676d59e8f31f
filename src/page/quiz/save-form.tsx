import { quizResult } from '#campaign/copy/interface.ts'
import type { Consent } from '#contract/campaign.ts'
import type { Answers } from '#contract/quiz.ts'
import { keyField, quizPaths } from '#contract/quiz-pages.ts'
import type { SaveView } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/waitlist.ts'
import { EmailForm, type RenderedForm } from '#page/signup/email-form.tsx'
import { stateOf, type Problem } from '#page/signup/use-email-form.ts'
import { ProblemNotice } from '#page/signup/form-notices.tsx'
import type { FormWords, ProblemWords } from '#page/signup/form-words.ts'

type Props = {
  sent: { answers: Partial<Answers>; key: string; origin?: Origin }
  served: {
    pageToken: string
    consent: Consent
    words: FormWords
    problem?: ProblemWords | undefined
  }
  form: RenderedForm
}

export const savePlacement: Placement = 'quiz'

/** As the server answers it, with no script. */
export const servedForm = (view: SaveView): RenderedForm => ({ state: stateOf(view) })

/** The form under a result, on its page and in its dialog: the result travels as its answers, with the key that was drawn for it (QUIZ-8). */
export const SaveForm = ({ sent: { answers, key, origin }, served, form }: Props) => (
  <EmailForm
    variant="dialog"
    size="large"
    placeholder={quizResult.placeholder}
    ctaText={quizResult.cta}
    section={savePlacement}
    served={served}
    form={form}
    plain={{
      action: `${quizPaths.save}#${savePlacement}-form`,
      values: { ...answers, [keyField]: key },
      origin,
      required: true,
      lang: quizResult.lang,
    }}
    problem={form.state.problem && <Unsaved problem={form.state.problem} words={served.problem} />}
  />
)

/** QUIZ-8 */
const Unsaved = ({ problem, words }: { problem: Problem; words: ProblemWords | undefined }) =>
  problem.kind === 'busy' && words ? (
    <ProblemNotice {...words} />
  ) : (
    <div className="problem" role="alert" lang={quizResult.lang}>
      <b>{quizResult.failedTitle}</b>
      <p>{quizResult.failed}</p>
      <p>{quizResult.notSaved}</p>
    </div>
  )
