import { isLive, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import type { LiveOffer } from '#contract/live/figures.ts'
import { Clock } from '#page/figures/clock.tsx'
import { endShownAs } from '#page/figures/countdown.ts'
import { endLine, momentIn, type EndWording } from './offer-line.ts'

type OfferProps = {
  campaign: ShownCampaign
  /** the section that has it */
  section: 'exclusivity' | 'final'
  offer: LiveOffer | undefined
  name: string
  /** of hours, minutes and seconds */
  units: readonly [string, string, string]
  /** of a simulated timer: the seconds from the page's load */
  startS: number
}

/** EXC-4 and TIME-1: what is left of an offer, below `name` or the words for an end far away. */
export function OfferClock({ campaign, section, offer, name, units, startS }: OfferProps) {
  const { far, days } = campaign.live.offers
  if (!isLive(campaign))
    return (
      <>
        <p className="label">{name}</p>
        <Clock name={name} units={units} leftS={startS} fromLoad />
      </>
    )
  const end = offer === undefined ? null : offerEnd(campaign, offer)
  if (!end) return null
  return (
    <>
      <p className="label">{end.shownAs === 'date' ? far[section] : name}</p>
      <OfferEnd
        campaign={campaign}
        end={end}
        name={name}
        units={end.shownAs === 'days' ? [days, ...units] : units}
      />
      {end.line && <p className="as-of">{end.line}</p>}
    </>
  )
}

/** `now`: the time of the page; times in ms. `line` says the end where its date alone does not. */
type End = {
  endsAt: number
  now: number
  shownAs: ReturnType<typeof endShownAs>
  line: string | null
}

/**
 * LIVE-5: with live figures the end of an offer is one instant that is the same for everybody, said
 * in words too. One that is far away is its date. Null without an end.
 */
export function offerEnd(
  campaign: ShownCampaign,
  offer: LiveOffer,
  wording?: EndWording,
): End | null {
  const { counted } = campaign
  const { endsAt = null, movedFrom = null } = counted?.offers[offer] ?? {}
  if (!counted || endsAt === null) return null
  const shownAs = endShownAs(endsAt - counted.now)
  const line = shownAs === 'date' && movedFrom === null ? null : endLine(campaign, offer, wording)
  return { endsAt, now: counted.now, shownAs, line }
}

type EndProps = {
  campaign: ShownCampaign
  end: End
  name: string
  lang?: string | undefined
  units: readonly string[]
}

/** The date, or a clock by the server's time. Without script a clock would stand still and is hidden. */
export const OfferEnd = ({
  campaign,
  end: { endsAt, now, shownAs },
  name,
  lang,
  units,
}: EndProps) =>
  shownAs === 'date' ? (
    <p className="lead" lang={lang}>
      <b>{momentIn(campaign, endsAt, lang)}</b>
    </p>
  ) : (
    <Clock
      name={name}
      lang={lang}
      units={units}
      leftS={Math.max(0, Math.ceil((endsAt - now) / 1_000))}
      endsAt={endsAt}
    />
  )
