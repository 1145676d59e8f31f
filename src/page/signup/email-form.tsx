import type { ReactNode } from 'react'
import { formMessages } from '#campaign'
import { paths } from '#contract/api.ts'
import type { Consent } from '#contract/campaign/consents.ts'
import { fieldNames, originFields, type Origin, type Placement } from '#contract/people/waitlist.ts'
import { EmailField, FieldNote, SubmitButton } from './email-field.tsx'
import { JoinedLine } from './form-notices.tsx'
import { verdictOf } from './use-email-form.ts'
import type { FormWords } from './form-words.ts'
import type { EmailFormHandle } from './use-email-form.ts'

/**
 * FORM-1. `section` is the placement that is stored with the consent, or END-3's form for one mail.
 */
export type EmailFormOptions = {
  variant: 'inline' | 'bar' | 'dialog'
  size: 'large' | 'small'
  placeholder: string
  ctaText: string
  section: Placement | 'once'
  /** PHASE-4: `data-cta` of the submit button, if the form is its phase's call to action */
  cta?: 'hero-cta' | 'final-cta' | undefined
}

/** A form that is rendered without script has a state only. */
export type RenderedForm = Pick<EmailFormHandle, 'state'> &
  Partial<Pick<EmailFormHandle, 'refs' | 'onType' | 'onSubmit'>>

type FormProps = {
  options: EmailFormOptions
  form: RenderedForm
  served: {
    pageToken: string
    consent: Consent
    words: Pick<FormWords, 'label' | 'note' | 'place' | 'trap'>
  }
  /**
   * The form without script: its action and further hidden values. `lang` is the language of its
   * words if it is not the page's; messages that the source quotes stay English.
   */
  plain: {
    action: string
    values?: Record<string, string>
    origin?: Partial<Origin> | undefined
    required?: boolean
    lang?: string
  }
}
type Props = FormProps & {
  /** shown above the form */
  problem?: ReactNode
  /** replaces the form */
  panel?: ReactNode
  /**
   * FORM-9: the line that replaces the form after a sign-up elsewhere. With `formPath` the server
   * shows the line, and its link leads to the page with the form.
   */
  joinedLine?: { words: FormWords; formPath?: string | undefined }
}

/**
 * A form for one e-mail address. It works without script (FORM-8); with script it validates as the
 * visitor types.
 */
export function EmailForm({ problem, panel, joinedLine, ...form }: Props) {
  const {
    options: { section, cta },
    form: { state, refs },
  } = form
  const slot = { ...formSlot({ section, cta, reopened: state.reopened }), ref: refs?.slot }
  if (panel) return <div {...slot}>{panel}</div>
  return (
    <div {...slot} data-joined={joinedLine?.formPath && ''}>
      {joinedLine && <JoinedLine {...joinedLine} />}
      {problem}
      <FormElement {...form} />
    </div>
  )
}

function FormElement({
  options: { variant, size, placeholder, ctaText, section, cta },
  form: { state, refs, onType = () => {}, onSubmit },
  served: { pageToken, consent, words },
  plain,
}: FormProps) {
  const verdict = verdictOf(state)
  const busy = state.step === 'submitting'
  const quotedLang = plain.lang && formMessages.lang
  const field = refs?.field ?? { current: null }
  const [fieldId, noteId] = [`${section}-email`, `${section}-note`]
  const values = {
    ...plain.values,
    [fieldNames.token]: pageToken,
    [fieldNames.placement]: section,
    [fieldNames.consent]: consent.version,
    ...originFields(plain.origin),
  }
  return (
    <form
      className="form"
      method="post"
      action={plain.action}
      lang={plain.lang}
      noValidate
      onSubmit={onSubmit}
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
          onType={onType}
        />
        <SubmitButton
          text={ctaText}
          busyLang={quotedLang}
          cta={cta}
          verdict={verdict}
          busy={busy}
          field={field}
        />
      </div>
      <FieldNote
        id={noteId}
        error={verdict === 'invalid' ? formMessages.invalid : null}
        errorLang={quotedLang}
        reason={state.refused}
        note={words.note}
        place={words.place}
        live={busy || state.refused !== null}
      />
      <ConsentLine consent={consent} lang={consent.lang ?? quotedLang} />
      <HiddenFields trapLabel={words.trap} values={values} />
    </form>
  )
}

/** The element that holds a form, or the panel that replaces it. */
export const formSlot = ({
  section,
  cta,
  reopened,
}: Pick<EmailFormOptions, 'section' | 'cta'> & { reopened?: boolean }) => ({
  className: 'capture',
  id: `${section}-form`,
  tabIndex: -1,
  'data-type': cta === 'hero-cta' ? cta : undefined,
  'data-again': reopened ? '' : undefined,
})

/** FORM-10: the campaign's consent text, whose last word is a link. */
const ConsentLine = ({
  consent: { text, link },
  lang,
}: {
  consent: Consent
  lang: string | undefined
}) => (
  <p className="consent" lang={lang}>
    {text.slice(0, text.length - link.length)}
    <a href={paths.privacy}>{link}</a>
  </p>
)

/** Values of the plain form, and the honeypot: only programs fill it. */
const HiddenFields = ({
  values,
  trapLabel,
}: {
  values: Record<string, string>
  trapLabel: string
}) => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <div className="trap" aria-hidden="true">
      <label>
        {trapLabel}
        <input name={fieldNames.trap} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  </>
)
