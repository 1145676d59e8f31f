import { Fragment, type KeyboardEvent, type RefObject } from 'react'
import { formMessages } from '#campaign'
import { fieldNames } from '#contract/people/waitlist.ts'
import { useHydrated } from '#page/browser/use-hydrated.ts'
import type { Verdict } from './use-email-form.ts'

type FieldProps = {
  id: string
  noteId: string
  fieldRef: RefObject<HTMLInputElement | null>
  placeholder: string
  /** the text that the server rendered into the field */
  first: string
  verdict: Verdict
  busy: boolean
  required?: boolean | undefined
  onType: (text: string) => void
}

export const EmailField = ({
  id,
  noteId,
  fieldRef,
  placeholder,
  first,
  verdict,
  busy,
  required,
  onType,
}: FieldProps) => (
  <div className="field">
    <input
      ref={fieldRef}
      id={id}
      name={fieldNames.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      placeholder={placeholder}
      defaultValue={first}
      readOnly={busy}
      required={required}
      aria-describedby={noteId}
      aria-invalid={verdict === 'invalid' || undefined}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={submitOnEnter}
    />
    {verdict === 'valid' && (
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 8.5l4 4 8-9" />
      </svg>
    )}
    {verdict === 'invalid' && (
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 3l10 10M13 3L3 13" />
      </svg>
    )}
  </div>
)

/** FORM-4: browsers ignore Enter while the form's button is disabled. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

type ButtonProps = {
  text: string
  busyLang?: string | undefined
  cta?: string | undefined
  verdict: Verdict
  busy: boolean
  field: RefObject<HTMLInputElement | null>
}

/**
 * FORM-3: only script disables the button. A disabled button gets no pointer events
 * (styles/form.css), so the span gets the click and focuses the field.
 */
export function SubmitButton({ text, busyLang, cta, verdict, busy, field }: ButtonProps) {
  const disabled = useHydrated() && (busy || verdict !== 'valid')
  return (
    <span className="press" onClick={() => disabled && field.current?.focus()}>
      <button
        className="btn"
        type="submit"
        data-cta={cta}
        disabled={disabled}
        lang={busy ? busyLang : undefined}
        data-empty={verdict === 'empty' || undefined}
      >
        {busy ? formMessages.joining : text}
      </button>
    </span>
  )
}

/**
 * The line below the field: the form's note or the error. It describes the field. `live` announces
 * a refusal by the server; errors while typing are not announced. The key gives each text an
 * element of its own, because moved text counts as a layout shift. `place` is the live figure in the
 * note's `{next}` (LIVE-4).
 */
export const FieldNote = ({
  id,
  error,
  errorLang,
  reason,
  note,
  place,
  live,
}: {
  id: string
  error: string | null
  errorLang?: string | undefined
  /** FORM-2: the server's line below the error */
  reason?: string | null
  note: string
  place?: string | undefined
  live?: boolean
}) => (
  <p
    className="note"
    id={id}
    data-tone={error ? 'bad' : undefined}
    aria-live={live ? 'polite' : undefined}
  >
    {error && (
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M8 4.5V9M8 10.5v1.5" />
      </svg>
    )}
    <span key={String(error !== null)} lang={error ? errorLang : undefined}>
      {reason ? (
        <>
          <span>{error}</span>
          <br />
          {reason}
        </>
      ) : (
        (error ?? (place ? note.split('{next}').map(placed(place)) : note))
      )}
    </span>
  </p>
)

const placed = (place: string) => (text: string, index: number) => (
  <Fragment key={index}>
    {index > 0 && <span data-live="nextPlace">{place}</span>}
    {text}
  </Fragment>
)
