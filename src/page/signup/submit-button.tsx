import type { RefObject } from 'react'
import { useHydrated } from '#page/browser/use-hydrated.ts'
import type { Verdict } from './form-state.ts'

type Props = {
  text: string
  lang?: string | undefined
  cta?: string | undefined
  joining: string
  verdict: Verdict
  busy: boolean
  field: RefObject<HTMLInputElement | null>
}

/** FORM-3: disabled by script only. A disabled button gets no pointer events (styles/form.css), so the press reaches the span. */
export function SubmitButton({ text, lang, cta, joining, verdict, busy, field }: Props) {
  const disabled = useHydrated() && (busy || verdict !== 'valid')
  return (
    <span className="press" onClick={() => disabled && field.current?.focus()}>
      <button
        className="btn"
        type="submit"
        data-cta={cta}
        disabled={disabled}
        lang={busy ? undefined : lang}
        data-empty={verdict === 'empty' || undefined}
      >
        {busy ? joining : text}
      </button>
    </span>
  )
}
