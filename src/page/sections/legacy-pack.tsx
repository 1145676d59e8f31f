import type { ShownCampaign } from '#contract/shown-figures.ts'
import { offerLine } from './offer-line.ts'

/** HERO-8: a riveted serial plate. LIVE-5: with what is left of the packs, where it is counted. */
export function LegacyPack({ campaign }: { campaign: ShownCampaign }) {
  const { name, number, note, source } = campaign.offers.legacyPack
  const left = source.kind === 'live' ? offerLine(campaign, 'legacyPack') : null
  return (
    <div className="pack">
      <h2>
        {name} <span>{number}</span>
      </h2>
      <p>
        {note}
        {left && ` ${left}`}
      </p>
    </div>
  )
}
