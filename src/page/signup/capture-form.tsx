import type { ReactNode } from 'react'
import { filling } from '#campaign/copy/interface.ts'
import type { Consent } from '#contract/campaign.ts'
import { fieldNames, originFields, type Origin, type Placement } from '#contract/waitlist.ts'
import { ConsentLine } from './consent-line.tsx'
import { EmailField } from './email-field.tsx'
import { verdictOf } from './form-state.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { Note } from './note.tsx'
import { SettledLine } from './settled-line.tsx'
import { SubmitButton } from './submit-button.tsx'
import type { LiveForm } from './use-capture.ts'
import type { FormWords } from './words.ts'

/** FORM-1. `section` is the placement that is stored with the consent. */
export type CaptureLook = {
  variant: 'inline' | 'bar' | 'dialog'
  size: 'large' | 'small'
  placeholder: string
  ctaText: string
  section: Placement
  /** PHASE-4: the mark of its button, where the form is its phase's call to action */
  cta?: 'hero-cta' | 'final-cta' | undefined
}

/** Without script a form has a state and nothing else. */
export type DrawnForm = Pick<LiveForm, 'state'> &
  Partial<Pick<LiveForm, 'refs' | 'typed' | 'submit'>>

type Props = CaptureLook & {
  form: DrawnForm
  served: { pageToken: string; consent: Consent; words: FormWords }
  /** where the plain form posts to, and what it sends beside what every form does; `lang` is that of its button */
  plain: {
    action: string
    values?: Record<string, string>
    origin?: Origin | undefined
    required?: boolean
    lang?: string
  }
  /** stands over the form */
  problem?: ReactNode
  /** takes the form's place */
  panel?: ReactNode
  /** FORM-9: what is shown in the form's place after a sign-up; `again`: by the server already, which leads to the form */
  settled?: { again?: string | undefined }
}

/** One form: a plain one first (FORM-8), that tells its state as the visitor types once it is alive. */
export function CaptureForm({
  variant,
  size,
  placeholder,
  ctaText,
  section,
  cta,
  form: { state, refs, typed = () => {}, submit },
  served: { pageToken, consent, words },
  plain,
  problem,
  panel,
  settled,
}: Props) {
  const verdict = verdictOf(state)
  const busy = state.step === 'submitting'
  const field = refs?.field ?? { current: null }
  const [fieldId, noteId] = [`${section}-email`, `${section}-note`]
  const slot = { ...slotOf({ section, cta, again: state.again }), ref: refs?.slot }
  if (panel) return <div {...slot}>{panel}</div>
  const values = {
    ...plain.values,
    [fieldNames.token]: pageToken,
    [fieldNames.placement]: section,
    [fieldNames.consent]: consent.version,
    ...originFields(plain.origin),
  }
  return (
    <div {...slot} data-settled={settled?.again && ''}>
      {settled && (
        <SettledLine words={words.settled} another={words.another} again={settled.again} />
      )}
      {problem}
      <form
        className="form"
        method="post"
        action={plain.action}
        noValidate
        onSubmit={submit}
        data-state={busy ? 'submitting' : verdict}
        data-variant={variant}
        data-size={size}
      >
        <label className="label" htmlFor={fieldId}>
          {words.label}
        </label>
        <div className="row">
          <EmailField
            id={fieldId}
            noteId={noteId}
            fieldRef={field}
            placeholder={placeholder}
            first={state.typed}
            verdict={verdict}
            busy={busy}
            required={plain.required}
            onTyped={typed}
          />
          <SubmitButton
            text={ctaText}
            lang={plain.lang}
            cta={cta}
            joining={filling.joining}
            verdict={verdict}
            busy={busy}
            field={field}
          />
        </div>
        <Note
          id={noteId}
          error={verdict === 'invalid' ? filling.invalid : null}
          note={words.note}
          live={busy || state.refused !== null}
        />
        <ConsentLine consent={consent} />
        <HiddenFields trapWords={words.trap} values={values} />
      </form>
    </div>
  )
}

/** The place of a form, and of what takes its place. */
export const slotOf = ({
  section,
  cta,
  again,
}: Pick<CaptureLook, 'section' | 'cta'> & { again?: boolean }) => ({
  className: 'capture',
  id: `${section}-form`,
  tabIndex: -1,
  'data-type': cta === 'hero-cta' ? cta : undefined,
  'data-again': again ? '' : undefined,
})
