import type { ReactNode } from 'react'
import type { LiveName } from '#contract/figures/figures.ts'
import { showsCrowd } from '#contract/figures/gauge-level.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill, type Text } from '#contract/text.ts'
import { Filled } from '#page/ui/filled.tsx'
import { AsOf, Counted } from './figure.tsx'
import type { Gauge } from './gauge.ts'

type Props = {
  /** on the other side of the level */
  above?: ReactNode
  /** before the number */
  before?: ReactNode
  /** a `LargeNumber`, or a text where the number is not to be looked at first */
  big?: ReactNode
  after?: ReactNode
  /** when it was counted */
  asOf?: ReactNode
  /** `next`: words lead to the number. `plain`: nothing has the accent colour. */
  look?: 'next' | 'plain'
}

/** What stands at the level of Fig. 1. */
export const Reading = ({ above, before, big, after, asOf, look }: Props) => (
  <>
    {above && <p className="remain">{above}</p>}
    {(before || big) && (
      <p
        className="reading"
        data-next={look === 'next' ? '' : undefined}
        data-plain={look === 'plain' ? '' : undefined}
      >
        {before && <>{before} </>}
        {big} {after} {asOf}
      </p>
    )}
  </>
)

/** `size`: of `Gauge`, for a number with many digits. */
export const LargeNumber = ({
  size,
  live,
  children,
}: {
  size?: Gauge['size']
  live?: LiveName | undefined
  children: ReactNode
}) => (
  <b className="num" data-size={size} data-live={live}>
    {children}
  </b>
)

type GaugeProps = {
  campaign: ShownCampaign
  gauge: Gauge
  /** instead of how many remain, or how many there are so far */
  level: string | undefined
  /** before the number, about the visitor's dot */
  dot: ReactNode
}

/**
 * HERO-2: the count of the page. LIVE-6: up to half of the goal a live gauge names the next place,
 * and none while nobody can join (END-2).
 */
export function GaugeReading({ campaign, gauge, level, dot }: GaugeProps) {
  const { of, complete, remain } = campaign.hero.unit
  const { next, soFar } = campaign.live.gauge
  const live = campaign.counted
  // A text alone stays one text: its pieces would move each other when its font comes late.
  const filled = (text: Text<'n'>, name: 'percent' | 'remain') =>
    live ? (
      <Filled text={text} values={{ n: <Counted campaign={campaign} name={name} /> }} />
    ) : (
      fill(text, { n: gauge[name] })
    )
  const asOf = live && <AsOf campaign={campaign} />
  const isSmall = live && !showsCrowd({ ...campaign.figures.launch.value, ...live })
  if (isSmall && campaign.notice)
    return (
      <Reading
        look="plain"
        above={level ?? remain}
        big={`${gauge.registered} ${fill(of, { n: gauge.goal })}`}
        asOf={asOf}
      />
    )
  if (isSmall)
    return (
      <Reading
        look="next"
        above={
          level ?? (
            <Filled
              text={soFar}
              values={{ n: <Counted campaign={campaign} name="registered" />, goal: gauge.goal }}
            />
          )
        }
        before={
          <>
            {dot}
            {next}
          </>
        }
        big={
          <LargeNumber size={gauge.size}>
            <Counted campaign={campaign} name="nextPlace" />
          </LargeNumber>
        }
        asOf={asOf}
      />
    )
  return (
    <Reading
      above={level ?? (remain && filled(remain, 'remain'))}
      before={dot}
      big={
        <LargeNumber size={gauge.size} live={live ? 'registered' : undefined}>
          {gauge.registered}
        </LargeNumber>
      }
      after={
        <>
          {fill(of, { n: gauge.goal })} <b>{filled(complete, 'percent')}</b>
        </>
      }
      asOf={asOf}
    />
  )
}
