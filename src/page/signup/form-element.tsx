import type { KeyboardEvent } from 'react'
import { formMessages, prefix } from '#campaign'
import { scriptPaths } from '#contract/api.ts'
import type { Consent } from '#contract/campaign/consents.ts'
import { fieldNames, originFields, type Origin, type Placement } from '#contract/people/waitlist.ts'
import { useHydrated } from '#page/browser/use-hydrated.ts'
import { Filled } from '#page/ui/filled.tsx'
import type { FormWords } from './form-words.ts'
import { verdictOf, type EmailFormHandle } from './use-email-form.ts'

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

export type FormProps = {
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

export function FormElement(props: FormProps) {
  const { options, form, served, plain } = props
  const { section } = options
  return (
    <form
      className="form"
      method="post"
      action={prefix + plain.action}
      lang={plain.lang}
      noValidate
      onSubmit={form.onSubmit}
      data-state={isBusy(form) ? 'submitting' : verdictOf(form.state)}
      data-variant={options.variant}
      data-size={options.size}
    >
      <label className="label" htmlFor={`${section}-email`}>
        {served.words.label}
      </label>
      <div className="row">
        <EmailField {...props} />
        <SubmitButton {...props} />
      </div>
      <FieldNote {...props} />
      <ConsentLine {...props} />
      <HiddenValues
        values={{
          ...plain.values,
          [fieldNames.token]: served.pageToken,
          [fieldNames.placement]: section,
          [fieldNames.consent]: served.consent.version,
          ...originFields(plain.origin),
        }}
      />
      <Trap label={served.words.trap} />
    </form>
  )
}

const isBusy = ({ state }: RenderedForm) => state.step === 'submitting'
const quotedLang = ({ lang }: FormProps['plain']) => lang && formMessages.lang

function EmailField({ options, form: { state, refs, onType }, plain }: FormProps) {
  const verdict = verdictOf(state)
  return (
    <div className="field">
      <input
        ref={refs?.field}
        id={`${options.section}-email`}
        name={fieldNames.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        placeholder={options.placeholder}
        // The text that the server rendered into the field.
        defaultValue={state.typed}
        readOnly={state.step === 'submitting'}
        required={plain.required}
        aria-describedby={`${options.section}-note`}
        aria-invalid={verdict === 'invalid' || undefined}
        onChange={(event) => onType?.(event.target.value)}
        onKeyDown={submitOnEnter}
      />
      {verdict !== 'empty' && (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={verdict === 'valid' ? 'M2 8.5l4 4 8-9' : 'M3 3l10 10M13 3L3 13'} />
        </svg>
      )}
    </div>
  )
}

/** FORM-4: browsers ignore Enter while the form's button is disabled. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/**
 * FORM-3: only script disables the button. A disabled button gets no pointer events
 * (styles/form.css), so the span gets the click and focuses the field.
 */
function SubmitButton({ options: { ctaText, cta }, form, plain }: FormProps) {
  const verdict = verdictOf(form.state)
  const busy = isBusy(form)
  const disabled = useHydrated() && (busy || verdict !== 'valid')
  return (
    <span className="press" onClick={() => disabled && form.refs?.field.current?.focus()}>
      <button
        className="btn"
        type="submit"
        data-cta={cta}
        disabled={disabled}
        lang={busy ? quotedLang(plain) : undefined}
        data-empty={verdict === 'empty' || undefined}
      >
        {busy ? formMessages.joining : ctaText}
      </button>
    </span>
  )
}

/**
 * The line below the field: the form's note or the error, with the server's line below it (FORM-2).
 * It describes the field. `aria-live` announces a refusal by the server; errors while typing are
 * not announced. The key gives each text an element of its own, because moved text counts as a
 * layout shift. The note's `{next}` is a live figure (LIVE-4).
 */
function FieldNote({ options, form, served: { words }, plain }: FormProps) {
  const { refused } = form.state
  const isWrong = verdictOf(form.state) === 'invalid'
  return (
    <p
      className="note"
      id={`${options.section}-note`}
      data-tone={isWrong ? 'bad' : undefined}
      aria-live={isBusy(form) || refused !== null ? 'polite' : undefined}
    >
      {isWrong && (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.5" />
          <path d="M8 4.5V9M8 10.5v1.5" />
        </svg>
      )}
      <span key={String(isWrong)} lang={isWrong ? quotedLang(plain) : undefined}>
        {refused ? (
          <>
            <span>{formMessages.invalid}</span>
            <br />
            {refused}
          </>
        ) : isWrong ? (
          formMessages.invalid
        ) : (
          <Filled
            text={words.note}
            values={{ next: words.place && <span data-live="nextPlace">{words.place}</span> }}
          />
        )}
      </span>
    </p>
  )
}

/** FORM-10: the campaign's consent text, whose last word is a link. */
const ConsentLine = ({ served: { consent }, plain }: FormProps) => (
  <p className="consent" lang={consent.lang ?? quotedLang(plain)}>
    {consent.text.slice(0, consent.text.length - consent.link.length)}
    <a href={prefix + scriptPaths.privacy}>{consent.link}</a>
  </p>
)

/** What a form sends beside what is typed. */
export const HiddenValues = ({ values }: { values: Readonly<Record<string, string>> }) =>
  Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))

/** The honeypot: only programs fill it. */
const Trap = ({ label }: { label: string }) => (
  <div className="trap" aria-hidden="true">
    <label>
      {label}
      <input name={fieldNames.trap} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
