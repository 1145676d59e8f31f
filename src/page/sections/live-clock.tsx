import type { LiveOffer } from '#contract/live-figures.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { Clock, Digits } from '#page/urgency/clock.tsx'
import { partsOf } from '#page/urgency/span.ts'
import { endLine } from './offer-line.ts'

type Props = {
  name: string
  lang?: string | undefined
  /** the words under the digits: four where days are counted */
  units: readonly [string, string, string] | readonly [string, string, string, string]
  /** ms */
  endsAt: number
  /** the time of the page, in ms */
  now: number
}

/**
 * LIVE-5: what is left until one instant that is the same for everybody. The browser keeps it by the
 * server's clock (`data-live-ends`); without script it is not shown, since it would stand still.
 */
export function LiveClock({ name, lang, units, endsAt, now }: Props) {
  const digits = partsOf(Math.max(0, Math.ceil((endsAt - now) / 1_000)), units.length)
  return (
    <div data-live-ends={endsAt} data-ended={endsAt <= now ? '' : undefined}>
      <Clock
        name={name}
        lang={lang}
        parts={units.map((label, at) => ({ label, digits: <Digits value={digits[at]!} /> }))}
      />
    </div>
  )
}

type OfferProps = Pick<Props, 'name'> & {
  campaign: ShownCampaign
  offer: LiveOffer
  units: readonly [string, string, string]
}

/** EXC-4 and TIME-1 with live figures: what is left of an offer, and its end in words. */
export function OfferClock({ campaign, offer, name, units }: OfferProps) {
  const endsAt = campaign.counted?.offers[offer].endsAt
  return (
    campaign.counted &&
    endsAt != null && (
      <>
        <LiveClock name={name} units={units} endsAt={endsAt} now={campaign.counted.now} />
        <p className="as-of">{endLine(campaign, offer)}</p>
      </>
    )
  )
}
