import type { ShownCampaign } from '#contract/shown-figures.ts'
import type { Site } from '#contract/render.ts'
import { Call } from './call.tsx'
import { GaugeWords } from './gauge-words.tsx'
import { LegacyPack } from './legacy-pack.tsx'
import { UnitDrawing } from './unit-drawing.tsx'
import { accessLine, drawnState, type Drawing, type PartProps } from './unit-state.ts'

type Props = {
  campaign: ShownCampaign
  drawing?: Drawing
  /** of the landing page's drawing, where the visitor's dot comes with joining */
  optIn?: Site['optIn']
}

/**
 * Figure 1, its upper half: seal, collar, barrel. The barrel is the launch gauge (HERO-2); it is
 * empty where its figures are live and not counted yet. styles/unit-motion.css moves the groups
 * with `data-part` together with their call-outs, and shows the dot after a sign-up.
 */
export function Unit({ campaign, drawing, optIn }: Props) {
  const copy = campaign.hero.unit
  const state = drawnState(campaign, drawing, optIn)
  return (
    <figure
      className="unit"
      data-figure="above"
      data-tone={state.launch ? drawing?.tone : 'empty'}
      data-rises={drawing?.own?.rises ? '' : undefined}
      data-reached={state.isReached ? '' : undefined}
      data-scale={campaign.figures.launch.value.goal >= 1_000_000 ? 'long' : undefined}
    >
      <UnitDrawing campaign={campaign} drawing={drawing} state={state} />
      <Call name={copy.reward.name} part="1">
        {copy.reward.line.replace('{n}', state.gauge.goal)}
      </Call>
      <Call name={copy.access.name} part="2">
        {accessLine(campaign)}
      </Call>
      <GaugeBox campaign={campaign} drawing={drawing} state={state} />
    </figure>
  )
}

/** The words at the level of the barrel. */
function GaugeBox({ campaign, drawing, state: { launch, gauge, isKeptUp, awaits } }: PartProps) {
  const ownWords = drawing?.own?.words
  return (
    <div
      className="gauge"
      data-side={gauge.side}
      data-pack={gauge.isPackAbove ? 'above' : undefined}
    >
      <svg width="1" height={gauge.level} aria-hidden="true" />
      {ownWords ? (
        ownWords
      ) : launch ? (
        <GaugeWords campaign={campaign} gauge={gauge} line={drawing?.line}>
          {!drawing && (
            <span className="joined-dot" hidden>
              {isKeptUp ? (
                <LiveDotWords {...campaign.live.gauge} isAwaited={awaits} />
              ) : (
                campaign.hero.unit.joined
              )}{' '}
            </span>
          )}
        </GaugeWords>
      ) : (
        <EmptyWords {...drawing} />
      )}
      {!drawing && <LegacyPack campaign={campaign} />}
    </div>
  )
}

const EmptyWords = ({ line, under }: Drawing) => (
  <>
    {under && <p className="reading">{line}</p>}
    {(under ?? line) && <p className="remain">{under ?? line}</p>}
  </>
)

type LiveDot = { awaits: string; joined: string; isAwaited: boolean }
const LiveDotWords = ({ awaits, joined, isAwaited }: LiveDot) =>
  isAwaited ? (
    <>
      <span className="awaits">{awaits}</span>
      <span className="counted">{joined}</span>
    </>
  ) : (
    joined
  )
