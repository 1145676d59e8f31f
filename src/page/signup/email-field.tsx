import type { KeyboardEvent, RefObject } from 'react'
import { fieldNames } from '#contract/waitlist.ts'
import type { Verdict } from './form-state.ts'

type Props = {
  id: string
  noteId: string
  fieldRef: RefObject<HTMLInputElement | null>
  placeholder: string
  first: string
  verdict: Verdict
  busy: boolean
  required?: boolean | undefined
  onTyped: (text: string) => void
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
  onTyped,
}: Props) => (
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
      onChange={(event) => onTyped(event.target.value)}
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

/** FORM-4: a browser submits nothing on Enter while the form's button is disabled. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
