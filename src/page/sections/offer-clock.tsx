import { isLive, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import { Clock } from '#page/figures/clock.tsx'
import { endShownAs } from '#page/figures/countdown.ts'
import { endLine, momentIn } from './offer-line.ts'

type OfferProps = {
  campaign: ShownCampaign
  offer: 'program' | 'founding'
  name: string
  /** of hours, minutes and seconds */
  units: readonly [string, string, string]
  /** of a simulated timer: the seconds from the page's load */
  startS: number
}

/**
 * EXC-4 and TIME-1: what is left of an offer below `name`. LIVE-5: with live figures the end is one
 * instant, said in words too; one that is far away is its date below the words for it, without a
 * clock.
 */
export function OfferClock({ campaign, offer, name, units, startS }: OfferProps) {
  const { counted, live } = campaign
  const { endsAt = null, movedFrom = null } = counted?.offers[offer] ?? {}
  if (!isLive(campaign))
    return (
      <>
        <p className="label">{name}</p>
        <Clock name={name} units={units} leftS={startS} fromLoad />
      </>
    )
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

type LiveProps = {
  name: string
  lang?: string | undefined
  units: readonly string[]
  /** ms */
  endsAt: number
  /** the time of the page, in ms */
  now: number
}

/**
 * LIVE-5: what is left until one instant that is the same for everybody, by the server's clock.
 * Without script it is not shown, since it would stand still.
 */
export const LiveClock = ({ endsAt, now, ...clock }: LiveProps) => (
  <Clock {...clock} leftS={Math.max(0, Math.ceil((endsAt - now) / 1_000))} endsAt={endsAt} />
)

/** The date of an end, in place of a clock. */
export const FarEnd = ({
  campaign,
  endsAt,
  lang,
}: { campaign: ShownCampaign } & Pick<LiveProps, 'endsAt' | 'lang'>) => (
  <p className="lead" lang={lang}>
    <b>{momentIn(campaign, endsAt, lang)}</b>
  </p>
)
