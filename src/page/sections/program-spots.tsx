import { language } from '#campaign'
import { numberText } from '#contract/numbers.ts'
import { Spot } from '#art'
import { fill } from '#contract/text.ts'
import { offerIn } from '#contract/campaign/offers.ts'
import type { CopyOf } from '#contract/campaign/sections.ts'
import { hasEnded, offerAt } from '#contract/live/figures.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { AsOf, Figure } from './figure.tsx'
import { offerLine } from './offer-line.ts'

type Props = { campaign: ShownCampaign; text: CopyOf<'exclusivity'>['spots'] }

const inRow = 25

/** How many spots are left of how many; null where nothing counts them. */
export function programSpots({
  figures: { programSpots: spots },
  counted,
}: ShownCampaign): { left: number; total: number } | null {
  if (!spots) return null
  if (!counted) return spots.value
  const { left, most } = offerAt(counted.offers, 'programSpots')
  return left === null || most === null ? null : { left, total: most }
}

/**
 * EXC-1: each spot is drawn, those that are taken in another way. The number beside them says the
 * same. LIVE-5: with live figures they are the program's pieces.
 */
export function ProgramSpots({ campaign, text }: Props) {
  const spots = programSpots(campaign)
  if (!spots) return null
  const { left, total } = spots
  const live = campaign.counted ?? null
  const isGone = live !== null && hasEnded(offerAt(live.offers, 'programSpots'), live.now)
  const words = fill(text, { n: numberText(total, language) })
  return (
    <div className="magazine" data-gone={isGone ? '' : undefined}>
      <p>
        <span className="num">
          <Figure campaign={campaign} name="programSpots" />
        </span>{' '}
        <span>{live ? <LiveWords campaign={campaign} text={words} isGone={isGone} /> : words}</span>
      </p>
      <Spots left={left} total={total} />
    </div>
  )
}

const LiveWords = ({ campaign, text, isGone }: Props & { isGone: boolean }) => (
  <>
    {text}{' '}
    {isGone ? (
      <span className="as-of">
        {offerLine(campaign, offerIn(campaign.offers, 'programSpots')!)}
      </span>
    ) : (
      <AsOf campaign={campaign} />
    )}
  </>
)

function Spots({ left, total }: { left: number; total: number }) {
  const places = Array.from({ length: total }, (_, index) => ({
    x: 4 + 28 * (index % inRow),
    y: 74 * Math.floor(index / inRow),
  }))
  const rows = Math.max(1, Math.ceil(total / inRow))
  return (
    <svg viewBox={`6 0 688 ${74 * rows - 8}`} aria-hidden="true">
      <defs>
        <Spot id="whole" taken={false} />
        <Spot id="taken" taken />
      </defs>
      <g className="taken">
        {places.slice(0, total - left).map((place) => (
          <use key={`${place.x} ${place.y}`} href="#taken" {...place} />
        ))}
      </g>
      <g className="whole">
        {places.slice(total - left).map((place) => (
          <use key={`${place.x} ${place.y}`} href="#whole" {...place} />
        ))}
      </g>
    </svg>
  )
}
