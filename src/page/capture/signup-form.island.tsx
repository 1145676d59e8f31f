import { useEffect } from 'react'
import type { Consent } from '#contract/campaign.ts'
import { paths } from '#contract/api.ts'
import type { FormView } from '#contract/render.ts'
import { fieldNames, type Placement } from '#contract/waitlist.ts'
import { ConsentLine } from './consent-line.tsx'
import { EmailField } from './email-field.tsx'
import { verdictOf } from './form-state.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { Note } from './note.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { tokens } from './send.ts'
import { SubmitButton } from './submit-button.tsx'
import { useJoining } from './use-joining.ts'
import { WelcomePanel } from './welcome-panel.tsx'
import type { FormWords } from './words.ts'

/** FORM-1. `section` is the placement that is stored with the consent. */
export type SignupFormProps = {
  variant: 'inline' | 'bar' | 'dialog'
  size: 'large' | 'small'
  placeholder: string
  ctaText: string
  section: Placement
  /** PHASE-4: the mark of its button, where the form is its phase's call to action */
  cta?: 'hero-cta' | 'final-cta'
  /** what the server knew when it rendered the page */
  served: { view: FormView; pageToken: string; consent: Consent; words: FormWords }
  /** 'Use another address' was pressed: what would have closed stays */
  onAnother?: () => void
}

/** A plain HTML form first (FORM-8); alive, it stays on the page and tells its state as the visitor types. */
export function SignupForm({ variant, size, placeholder, ctaText, section, cta, served, onAnother }: SignupFormProps) {
  const { view, pageToken, consent, words } = served
  const { state, refs, typed, submit, another } = useJoining({ view, section, consent, words, onAnother })
  useEffect(() => tokens.warm(), [])

  const slot = { ref: refs.slot, className: 'capture', id: `${section}-form`, tabIndex: -1, 'data-type': cta === 'hero-cta' ? cta : undefined }
  if (state.step === 'joined') {
    const again = view.state === 'welcome' ? view.again : undefined
    return <div {...slot}><WelcomePanel email={state.typed} again={again} words={words} headingRef={refs.heading} onAnother={another} /></div>
  }
  const verdict = verdictOf(state)
  const [fieldId, noteId] = [`${section}-email`, `${section}-note`]
  return (
    <div {...slot}>
      {state.problem && <ProblemNotice problem={state.problem} words={words} />}
      <form
        className="form" method="post" action={section === 'hero' ? paths.join : `${paths.join}#${section}-form`} noValidate onSubmit={submit}
        data-state={state.step === 'submitting' ? 'submitting' : verdict} data-variant={variant} data-size={size}
      >
        <label className="label" htmlFor={fieldId}>{words.label}</label>
        <div className="row">
          <EmailField id={fieldId} noteId={noteId} fieldRef={refs.field} placeholder={placeholder} first={state.typed} verdict={verdict} busy={state.step === 'submitting'} onTyped={typed} />
          <SubmitButton text={ctaText} cta={cta} joining={words.joining} verdict={verdict} busy={state.step === 'submitting'} field={refs.field} />
        </div>
        <Note id={noteId} error={verdict === 'invalid' ? words.invalid : null} note={words.note} live={state.step === 'submitting' || state.refused !== null} />
        <ConsentLine consent={consent} />
        <HiddenFields trapWords={words.trap} values={{ [fieldNames.token]: pageToken, [fieldNames.placement]: section, [fieldNames.source]: '', [fieldNames.consent]: consent.version }} />
      </form>
    </div>
  )
}
