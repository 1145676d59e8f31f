import { offerIn, offerValues } from '#contract/campaign/offers.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { isLive, launchNow } from '#contract/figures/shown-figures.ts'
import { Island } from '#page/islands/island.tsx'
import { FinalBlock } from './final-block.island.tsx'
import { gaugeOf } from './gauge.ts'
import { OfferClock } from './offer-clock.tsx'
import { countedLine, isOffered } from './offer-line.ts'
import type { SectionProps } from './section-content.ts'

/** FLOW-4. `data-lazy-notice` shows how the loading of the chunk goes (islands/lazy-island.ts). */
export function Content({
  copy: { ref, levels, closes, units, figure, ...own },
  campaign,
  served,
}: SectionProps<'final'>) {
  const { figures, forms } = campaign
  const { accessTimer } = figures
  const offer = offerIn(campaign.offers, 'final')
  const isOver = isLive(campaign) && offer !== undefined && !isOffered(campaign, offer)
  const { title, text, cta } = (isOver && campaign.live.finalOver) || own
  const left = offer === undefined ? null : countedLine(campaign, offer)
  const most = offer && campaign.offers[offer]?.most
  const values = { ...offerValues(campaign), ...(most && { n: grouped(most) }) }
  const filled = fill(text, values)
  const launch = launchNow(campaign)
  return (
    <>
      <p className="ref label">{ref}</p>
      <div className="lazy-notice body" data-lazy-notice="" role="status" tabIndex={-1} />
      {accessTimer && isLive(campaign) && (
        <div className="countdown body">
          <OfferClock
            campaign={campaign}
            section="final"
            offer={offer}
            name={closes}
            units={units}
            startS={accessTimer.startS}
          />
        </div>
      )}
      <Island
        name="final-block"
        component={FinalBlock}
        position="final"
        section="final"
        trigger="near-end"
        props={{
          copy: {
            title: fill(title, values),
            text: left ? `${filled} ${left}` : filled,
            levels,
            closes,
            units,
            figure,
          },
          startS: accessTimer && !isLive(campaign) ? accessTimer.startS : null,
          share: launch ? gaugeOf(launch).share : 0,
          // A live count would need its time, and to follow.
          counts: isLive(campaign) ? null : launch,
          form: {
            variant: 'inline',
            size: 'large',
            placeholder: forms.placeholder,
            ctaText: cta,
            section: 'final',
            cta: 'final-cta',
            served,
          },
        }}
      />
    </>
  )
}
