import type { ReactNode } from 'react'
import { charge, Figure } from '#art'
import type { Art, Dot, JoiningDot } from '#campaign/art.ts'
import type { Site } from '#contract/render.ts'
import { showsCrowd } from '#contract/figures/gauge-level.ts'
import { grainsOf } from '#contract/figures/grains.ts'
import { offerIn, offerValues } from '#contract/campaign/offers.ts'
import { isLive, launchNow, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill, filledOrNull } from '#contract/text.ts'
import { CallOut } from './call-out.tsx'
import { gaugeOf, type Gauge } from './gauge.ts'
import { countedLine } from './offer-line.ts'
import { GaugeReading, Reading } from './reading.tsx'

const loadCharge: Art['charge'] = charge

/** How a page beside the landing page shows Fig. 1. */
export type Drawing = {
  /** without the accent colour, or with nothing in the barrel */
  tone?: 'quiet' | 'empty'
  /** the dot that would be the visitor's, or is */
  dot?: Dot
  /** instead of the words on the other side of the level */
  level?: string | undefined
  /** instead of all words at the level */
  reading?: ReactNode
  /** LINE-9: the count that was read with a person's place, instead of the page's */
  registered?: number
  /** the level rises with the press that led to the page */
  rises?: boolean
}

type Props = {
  campaign: ShownCampaign
  /** beside the landing page */
  drawing?: Drawing
  /** of the landing page, where the visitor's dot comes with joining */
  optIn?: Site['optIn']
}

/**
 * Figure 1, its upper half: seal, collar, barrel. The barrel is the launch gauge (HERO-2); it is
 * empty where its figures are live and not counted yet. styles/unit-motion.css moves the groups
 * with `data-part` together with their call-outs, and shows the dot after a sign-up.
 */
export function Unit({ campaign, drawing, optIn }: Props) {
  const { figures, counted, hero } = campaign
  const { reward, access } = hero.unit
  const { goal } = figures.launch.value
  const launch = launchOf(campaign, drawing)
  const gauge = gaugeOf(launch ?? { registered: 0, goal })
  const isLiveNow = launch !== null && isLive(campaign)
  const joining = drawing
    ? undefined
    : { isLive: isLiveNow, isAwaited: isLiveNow && optIn === 'double' }
  const isReached = typeof counted?.goalReachedAt === 'number'
  const { each } = grainsOf(drawing || !loadCharge ? 0 : (launch?.registered ?? 0))
  const accessLine = access && filledOrNull(access.line, offerValues(campaign))
  return (
    <figure
      className="unit"
      data-figure="above"
      data-tone={launch ? drawing?.tone : 'empty'}
      data-rises={drawing?.rises ? '' : undefined}
      data-reached={isReached ? '' : undefined}
      data-scale={goal >= 1_000_000 ? 'long' : undefined}
    >
      <svg
        // A line at a whole unit fills one row of pixels.
        viewBox="0 -.5 210 560"
        // The words beside a live drawing change while the page is open.
        {...alternative(
          launch ? (joining?.isLive ? undefined : saysOf(hero.unit, gauge)) : drawing?.level,
        )}
      >
        <Figure
          share={gauge.share}
          level={gauge.level}
          scale={gauge.scale}
          state={isReached ? 'reached' : launch?.registered === 0 ? 'empty' : 'open'}
          hasAccess={accessLine !== null}
          dot={drawing ? drawing.dot : isLiveNow && !showsCrowd(launch) ? 'next' : undefined}
          joining={joining}
        />
      </svg>
      <CallOut name={reward.name} part="1">
        {fill(reward.line, { n: gauge.goal })}
      </CallOut>
      {access && (
        <CallOut name={access.name} part="2">
          {accessLine}
        </CallOut>
      )}
      <AtLevel
        campaign={campaign}
        gauge={gauge}
        drawing={drawing}
        isEmpty={launch === null}
        joining={joining}
      />
      {/* Shown with the charge, by styles/vessel.css. */}
      {each > 1 && (
        <p className="grains" hidden>
          {fill(hero.unit.grains, { n: each })}
        </p>
      )}
    </figure>
  )
}

/** The drawing says what is written beside it, or nothing. */
const alternative = (text: string | undefined) =>
  text ? ({ role: 'img', 'aria-label': text } as const) : ({ 'aria-hidden': true } as const)

type LevelProps = {
  campaign: ShownCampaign
  gauge: Gauge
  drawing: Drawing | undefined
  isEmpty: boolean
  joining: JoiningDot | undefined
}

/** The words at the level, in the gauge's column. */
const AtLevel = ({ campaign, gauge, drawing, isEmpty, joining }: LevelProps) => (
  <div className="gauge" data-side={gauge.side} data-pack={gauge.isPackAbove ? 'above' : undefined}>
    <svg width="1" height={gauge.level} aria-hidden="true" />
    {drawing?.reading ??
      (isEmpty ? (
        <Reading above={drawing?.level} />
      ) : (
        <GaugeReading
          campaign={campaign}
          gauge={gauge}
          level={drawing?.level}
          dot={joining && <JoinedWords campaign={campaign} {...joining} />}
        />
      ))}
    {!drawing && <LegacyPack campaign={campaign} />}
  </div>
)

/** The count that the barrel shows; null for an empty one. */
function launchOf(campaign: ShownCampaign, drawing: Drawing | undefined) {
  if (drawing?.tone === 'empty') return null
  return drawing?.registered === undefined
    ? launchNow(campaign)
    : { registered: drawing.registered, goal: campaign.figures.launch.value.goal }
}

function saysOf({ of, complete, remain }: ShownCampaign['hero']['unit'], gauge: Gauge): string {
  const [counted, share] = [fill(of, { n: gauge.goal }), fill(complete, { n: gauge.percent })]
  const left = remain && ` ${fill(remain, { n: gauge.remain })}.`
  return `${gauge.registered} ${counted}, ${share}.${left}`
}

const JoinedWords = ({ campaign, isLive, isAwaited }: JoiningDot & { campaign: ShownCampaign }) => {
  const { awaits, joined } = campaign.live.gauge
  return (
    <span className="joined-dot" hidden>
      {isAwaited ? (
        <>
          <span className="awaits">{awaits}</span>
          <span className="counted">{joined}</span>
        </>
      ) : isLive ? (
        joined
      ) : (
        campaign.hero.unit.joined
      )}{' '}
    </span>
  )
}

/**
 * HERO-8: a riveted serial plate. LIVE-5: with what is left of the packs, where it is counted, and
 * when (LIVE-4): unlike the gauge beside it, the sentence is not kept up to date.
 */
function LegacyPack({ campaign }: { campaign: ShownCampaign }) {
  const key = offerIn(campaign.offers, 'hero')
  const offer = key === undefined ? null : campaign.offers[key]
  if (key === undefined || !offer) return null
  const { name, number, note } = offer
  const left = countedLine(campaign, key)
  return (
    <div className="pack">
      <h2>
        {name} {number !== undefined && <span>{number}</span>}
      </h2>
      <p>
        {note}
        {left && ` ${left}`}
      </p>
    </div>
  )
}
