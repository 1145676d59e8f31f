import type { ShownCampaign } from '#contract/shown-figures.ts'
import { Clock, Digits } from '#page/urgency/clock.tsx'
import { endShownAs, partsOf } from '#page/urgency/span.ts'
import { endLine, momentIn } from './offer-line.ts'

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
  offer: 'program' | 'founding'
  /** of hours, minutes and seconds */
  units: readonly [string, string, string]
}

/**
 * EXC-4 and TIME-1 with live figures: what is left of an offer below `name`, and its end in words.
 * An end that is far away is its date below the words for it, without a clock.
 */
export function OfferClock({ campaign, offer, name, units }: OfferProps) {
  const { counted, live } = campaign
  const { endsAt = null, movedFrom = null } = counted?.offers[offer] ?? {}
  if (!counted || endsAt === null) return null
  const shownAs = endShownAs(endsAt - counted.now)
  const end = <p className="as-of">{endLine(campaign, offer)}</p>
  if (shownAs === 'date')
    return (
      <>
        <p className="label">{live.offers.far[offer]}</p>
        <FarEnd campaign={campaign} endsAt={endsAt} />
        {movedFrom !== null && end}
      </>
    )
  return (
    <>
      <p className="label">{name}</p>
      <LiveClock
        name={name}
        units={shownAs === 'days' ? [live.offers.days, ...units] : units}
        endsAt={endsAt}
        now={counted.now}
      />
      {end}
    </>
  )
}

/** The date of an end, in place of a clock. */
export const FarEnd = ({
  campaign,
  endsAt,
  lang,
}: { campaign: ShownCampaign } & Pick<Props, 'endsAt' | 'lang'>) => (
  <p className="lead" lang={lang}>
    <b>{momentIn(campaign, endsAt, lang)}</b>
  </p>
)
