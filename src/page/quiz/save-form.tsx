import { quizResult } from '#campaign/copy/interface.ts'
import type { Consent } from '#contract/campaign.ts'
import { keyField, quizPaths } from '#contract/quiz-pages.ts'
import type { PageVisit } from '#contract/render.ts'
import { fieldNames, type Placement } from '#contract/waitlist.ts'
import { ConsentLine } from '#page/capture/consent-line.tsx'
import { EmailField } from '#page/capture/email-field.tsx'
import { stateOf, verdictOf } from '#page/capture/form-state.ts'
import { HiddenFields } from '#page/capture/hidden-fields.tsx'
import { Note } from '#page/capture/note.tsx'
import { ProblemNotice } from '#page/capture/problem-notice.tsx'
import type { FormWords } from '#page/capture/words.ts'

type Props = { visit: Extract<PageVisit, { page: 'quiz-result' }>; consent: Consent; placeholder: string; words: FormWords }

const placement: Placement = 'quiz'

/** The sign-up form's plain markup: the result travels as its answers, with the key that was drawn for it (QUIZ-8). */
export function SaveForm({ visit: { answers, key, pageToken, view }, consent, placeholder, words }: Props) {
  const state = stateOf(view)
  const verdict = verdictOf(state)
  const [fieldId, noteId] = [`${placement}-email`, `${placement}-note`]
  const values = { ...answers, [keyField]: key, [fieldNames.token]: pageToken, [fieldNames.placement]: placement, [fieldNames.source]: '', [fieldNames.consent]: consent.version }
  return (
    <div className="capture" id={`${placement}-form`}>
      {view.state === 'not-stored' && <NotSaved />}
      {view.state === 'busy' && state.problem && <ProblemNotice problem={state.problem} words={words} />}
      <form className="form" method="post" action={`${quizPaths.save}#${placement}-form`} noValidate>
        <label className="label" htmlFor={fieldId}>{words.label}</label>
        <div className="row">
          <EmailField id={fieldId} noteId={noteId} fieldRef={{ current: null }} placeholder={placeholder} first={state.typed} verdict={verdict} busy={false} required onTyped={() => {}} />
          <button className="btn" type="submit" lang={quizResult.lang}>{quizResult.cta}</button>
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
