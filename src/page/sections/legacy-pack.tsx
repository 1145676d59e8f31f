import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { asOfText } from './figure.tsx'
import { offerLine } from './offer-line.ts'

/**
 * HERO-8: a riveted serial plate. LIVE-5: with what is left of the packs, where it is counted, and
 * when (LIVE-4): unlike the gauge beside it, the sentence is not kept up to date.
 */
export function LegacyPack({ campaign }: { campaign: ShownCampaign }) {
  const { name, number, note } = campaign.offers.legacyPack
  const left = offerLine(campaign, 'legacyPack')
  return (
    <div className="pack">
      <h2>
        {name} <span>{number}</span>
      </h2>
      <p>
        {note}
        {left && ` ${left} (${asOfText(campaign)})`}
      </p>
    </div>
  )
}
