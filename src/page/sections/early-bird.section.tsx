import { language } from '#campaign'
import { numberText } from '#contract/numbers.ts'
import { offerIn } from '#contract/campaign/offers.ts'
import { fill } from '#contract/text.ts'
import { Clock } from '#page/figures/clock.tsx'
import { OfferEnd, offerEnd } from './offer-clock.tsx'
import { isOffered } from './offer-line.ts'
import type { SectionProps } from './section-content.ts'

/** HERO-10. LIVE-5: with live figures the early-bird ends at one instant, and the page names it. */
export function Content({
  copy: { units, lang, ...own },
  figures: { earlyBird },
  campaign,
}: SectionProps<'early-bird'>) {
  const words = campaign.live.earlyBird
  const offer = offerIn(campaign.offers, 'earlyBird')
  const end = offer === undefined ? null : offerEnd(campaign, offer, { words, lang })
  const named = end?.shownAs === 'date' ? { ...own, ref: words.far } : own
  const { ref, after } = offer === undefined || isOffered(campaign, offer) ? named : words.over
  return (
    <>
      <p className="ref label" id="early-bird-title" lang={lang}>
        {ref}
      </p>
      <div className="c">
        {end ? (
          <OfferEnd campaign={campaign} end={end} name={ref} lang={lang} units={units} />
        ) : (
          <Clock name={ref} lang={lang} units={units} leftS={earlyBird.days * 86_400} fromLoad />
        )}
      </div>
      <p className="d" lang={lang}>
        {fill(after, { n: numberText(earlyBird.laterPercent, language) })}
        {end?.line && (
          <>
            {' '}
            <span className="as-of">{end.line}</span>
          </>
        )}
      </p>
    </>
  )
}
