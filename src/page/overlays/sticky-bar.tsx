import type { MouseEvent } from 'react'
import { bars, notices } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'
import { SignupForm, type SignupFormProps } from '#page/signup/signup-form.island.tsx'
import type { BarState } from './bar-coordinator.ts'

type Props = {
  state: BarState
  /** a form's gold button is in the window: this one steps back to a line */
  quiet?: boolean
  spots: number
  words: NonNullable<Campaign['sections']['bars']>
  form: Pick<SignupFormProps, 'served' | 'onAnother'>
  onFold?: () => void
  onClose?: () => void
}

/** BAR-1: the page's sticky call to action, at every width. Hidden and closed it is not there; minimized it keeps what was typed. */
export function StickyBar({ state, quiet, spots, words, form, onFold, onClose }: Props) {
  if (state === 'hidden' || state === 'closed') return null
  const minimized = state === 'minimized'
  return (
    <aside
      className="dock"
      data-state={state}
      data-quiet={quiet || undefined}
      aria-label={bars.label}
    >
      <p className="left">
        <b className="num">{grouped(spots)}</b> {words.spots}
      </p>
      <div className="entry" hidden={minimized}>
        <SignupForm
          variant="bar"
          size="small"
          placeholder={words.placeholder}
          ctaText={words.cta}
          section="sticky-bar"
          {...form}
        />
      </div>
      <div className="tools" onMouseDown={keepFocus}>
        <button
          className="fold"
          type="button"
          aria-label={minimized ? bars.restore : bars.minimize}
          aria-expanded={!minimized}
          onClick={onFold}
        />
        <button className="close" type="button" aria-label={notices.close} onClick={onClose} />
      </div>
    </aside>
  )
}

/** A press that took the focus from the field would shrink the bar, and move the button away from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault()
