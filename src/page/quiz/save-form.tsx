import { quizResult } from '#campaign/copy/interface.ts'
import type { Consent } from '#contract/campaign.ts'
import type { Answers } from '#contract/quiz.ts'
import { keyField, quizPaths } from '#contract/quiz-pages.ts'
import type { SaveView } from '#contract/render.ts'
import { fieldNames, type Placement } from '#contract/waitlist.ts'
import { ConsentLine } from '#page/capture/consent-line.tsx'
import { EmailField } from '#page/capture/email-field.tsx'
import { stateOf, verdictOf } from '#page/capture/form-state.ts'
import { HiddenFields } from '#page/capture/hidden-fields.tsx'
import { Note } from '#page/capture/note.tsx'
import { ProblemNotice } from '#page/capture/problem-notice.tsx'
import { SubmitButton } from '#page/capture/submit-button.tsx'
import type { LiveForm } from '#page/capture/use-capture.ts'
import type { FormWords } from '#page/capture/words.ts'

type DrawnForm = Pick<LiveForm, 'state'> & Partial<Pick<LiveForm, 'refs' | 'typed' | 'submit'>>
type Props = { sent: { answers: Partial<Answers>; key: string; pageToken: string; source?: string }; consent: Consent; placeholder: string; words: FormWords; form: DrawnForm }

export const savePlacement: Placement = 'quiz'

/** As the server answers it, with no script. */
export const servedForm = (view: SaveView): DrawnForm => ({ state: stateOf(view) })

/** The form under a result, on its page and in its dialog: the result travels as its answers, with the key that was drawn for it (QUIZ-8). */
export function SaveForm({ sent: { answers, key, pageToken, source = '' }, consent, placeholder, words, form: { state, refs, typed = () => {}, submit } }: Props) {
  const verdict = verdictOf(state)
  const busy = state.step === 'submitting'
  const field = refs?.field ?? { current: null }
  const [fieldId, noteId] = [`${savePlacement}-email`, `${savePlacement}-note`]
  const values = { ...answers, [keyField]: key, [fieldNames.token]: pageToken, [fieldNames.placement]: savePlacement, [fieldNames.source]: source, [fieldNames.consent]: consent.version }
  return (
    <div className="capture" id={`${savePlacement}-form`} ref={refs?.slot} tabIndex={-1}>
      {state.problem?.kind === 'not-stored' && <NotSaved />}
      {state.problem?.kind === 'busy' && <ProblemNotice problem={state.problem} words={words} />}
      <form className="form" method="post" action={`${quizPaths.save}#${savePlacement}-form`} noValidate onSubmit={submit} data-state={busy ? 'submitting' : verdict}>
        <label className="label" htmlFor={fieldId}>{words.label}</label>
        <div className="row">
          <EmailField id={fieldId} noteId={noteId} fieldRef={field} placeholder={placeholder} first={state.typed} verdict={verdict} busy={busy} required onTyped={typed} />
          <SubmitButton text={quizResult.cta} lang={quizResult.lang} joining={words.joining} verdict={verdict} busy={busy} field={field} />
        </div>
        <Note id={noteId} error={verdict === 'invalid' ? words.invalid : null} note={words.note} />
        <ConsentLine consent={consent} />
        <HiddenFields trapWords={words.trap} values={values} />
      </form>
    </div>
  )
}

/** QUIZ-8 */
const NotSaved = () => (
  <div className="problem" role="alert" lang={quizResult.lang}>
    <b>{quizResult.failedTitle}</b>
    <p>{quizResult.failed}</p>
    <p>{quizResult.notSaved}</p>
  </div>
)
