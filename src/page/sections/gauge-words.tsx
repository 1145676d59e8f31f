import type { ReactNode } from 'react'
import { isLive, showsCrowd, type ShownCampaign } from '#contract/shown-figures.ts'
import { AsOf, Counted, Filled } from './counted.tsx'
import type { Gauge } from './gauge.ts'

type Props = {
  campaign: ShownCampaign
  gauge: Gauge
  /** instead of the words on the other side of the level */
  line: string | undefined
  /** before the number */
  children: ReactNode
}

/**
 * HERO-2: what is said at the level of the gauge. LIVE-6: up to half of the goal a live gauge names
 * the next place.
 */
export function GaugeWords({ campaign, gauge, line, children }: Props) {
  const live = isLive(campaign.figures.launch) ? campaign.counted : null
  const launch = live && { registered: live.registered, goal: campaign.figures.launch.value.goal }
  if (launch && !showsCrowd(launch)) {
    if (campaign.notice) return <SmallCrowd campaign={campaign} gauge={gauge} line={line} />
    return (
      <NextPlace campaign={campaign} gauge={gauge} line={line}>
        {children}
      </NextPlace>
    )
  }
  return (
    <Crowd campaign={campaign} gauge={gauge} line={line} isLive={!!live}>
      {children}
    </Crowd>
  )
}

/** END-2: no place is next while nobody can join. */
const SmallCrowd = ({ campaign, gauge, line }: Omit<Props, 'children'>) => (
  <>
    <p className="remain">{line ?? campaign.hero.unit.remain}</p>
    <p className="reading" data-plain="">
      {gauge.registered} {campaign.hero.unit.of.replace('{n}', gauge.goal)}{' '}
      <AsOf campaign={campaign} />
    </p>
  </>
)

function Crowd({ campaign, gauge, line, children, isLive: live }: Props & { isLive: boolean }) {
  const { of, complete, remain } = campaign.hero.unit
  const counted = (name: 'percent' | 'remain') =>
    live ? <Counted campaign={campaign} name={name} /> : gauge[name]
  return (
    <>
      <p className="remain">{line ?? <Filled text={remain} values={{ n: counted('remain') }} />}</p>
      <p className="reading">
        {children}
        <b className="num" data-size={gauge.size} data-live={live ? 'registered' : undefined}>
          {gauge.registered}
        </b>{' '}
        {of.replace('{n}', gauge.goal)}{' '}
        <b>
          <Filled text={complete} values={{ n: counted('percent') }} />
        </b>{' '}
        {live && <AsOf campaign={campaign} />}
      </p>
    </>
  )
}

function NextPlace({ campaign, gauge, line, children }: Props) {
  const { next, soFar } = campaign.live.gauge
  const n = <Counted campaign={campaign} name="registered" />
  return (
    <>
      <p className="remain">{line ?? <Filled text={soFar} values={{ n, goal: gauge.goal }} />}</p>
      <p className="reading" data-next="">
        {children}
        {next}{' '}
        <b className="num" data-size={gauge.size}>
          <Counted campaign={campaign} name="nextPlace" />
        </b>{' '}
        <AsOf campaign={campaign} />
      </p>
    </>
  )
}
