import { Assembled } from '#art'
import { gaugeShare, shareText } from '#contract/figures/gauge-level.ts'
import { grouped } from '#contract/english.ts'
import { sizeOf } from '#dashboard/frame/numbers.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { dayAndMonth } from '#dashboard/frame/times.tsx'
import type { ViewOf } from '#server/dashboard/views.ts'

type Goal = ViewOf<'overview'>['goal']

/** DASH-13: how much of the goal is reached, and when all of it will be. */
export const GoalPlate = ({ goal }: { goal: Goal }) => {
  const { confirmed, goal: whole } = goal
  const launch = { registered: confirmed, goal: whole }
  return (
    <Plate
      id="goal"
      name="Goal"
      part="goal"
      follows
      flow
      caption={
        <div className="big">
          <span className={`num ${sizeOf(confirmed)}`}>{grouped(confirmed)}</span>
          <p>
            of {grouped(whole)} confirmed, {shareText(launch, 'en')}%.
          </p>
          <p>
            <Forecast {...goal} />
          </p>
        </div>
      }
    >
      <svg
        className="goal"
        viewBox="0 0 1200 230"
        role="img"
        aria-label={`${grouped(confirmed)} of ${grouped(whole)}`}
      >
        <Assembled share={gaugeShare(launch)} />
      </svg>
    </Plate>
  )
}

function Forecast({ forecast, goal }: Goal) {
  if (forecast.kind === 'reached') return <b>The goal is reached.</b>
  if (forecast.kind === 'none')
    return (
      <>
        <b>No forecast yet</b>: {whyNone[forecast.why]}
      </>
    )
  const { likelyAt, earliestAt, latestAt } = forecast
  return (
    <>
      At this pace{' '}
      <b>
        {grouped(goal)} on {dayAndMonth(likelyAt, 'long')}
      </b>
      {earliestAt === latestAt
        ? '.'
        : latestAt === null
          ? `, not before ${dayAndMonth(earliestAt, 'long')}.`
          : `, between ${dayAndMonth(earliestAt, 'long')} and ${dayAndMonth(latestAt, 'long')}.`}
      <small>
        From the net confirmations of the last two weeks, without imports: in 8 of 10 draws the day
        lies in between.
      </small>
    </>
  )
}

const whyNone = {
  'few-days': 'it needs seven whole days.',
  'no-pace': 'on a usual day the list does not grow.',
  'beyond-a-year': 'at this pace the goal is more than a year away.',
} as const
