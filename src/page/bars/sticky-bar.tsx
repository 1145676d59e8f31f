import { bars, notices } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import { SignupForm, type SignupFormProps } from '#page/capture/signup-form.island.tsx'

type Props = {
  state: 'hidden' | 'visible' | 'minimized' | 'closed'
  /** a form's gold button is in the window: this one steps back to a line */
  quiet?: boolean
  spots: number
  words: Campaign['sections']['bars']
  served: SignupFormProps['served']
}

/** BAR-1: the page's sticky call to action, at every width. Hidden and closed it is not there. */
export function StickyBar({ state, quiet, spots, words, served }: Props) {
  if (state === 'hidden' || state === 'closed') return null
  const minimized = state === 'minimized'
  return (
    <aside className="dock" data-state={state} data-quiet={quiet || undefined} aria-label={bars.label}>
      <p className="left"><b className="num">{spots}</b> {words.spots}</p>
      {!minimized && <SignupForm variant="bar" size="small" placeholder={words.placeholder} ctaText={words.cta} section="sticky-bar" served={served} />}
      <div className="tools">
        <button className="fold" type="button" aria-label={minimized ? bars.restore : bars.minimize} aria-expanded={!minimized} />
        <button className="close" type="button" aria-label={notices.close} />
      </div>
    </aside>
  )
}
