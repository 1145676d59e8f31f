import { language } from '#campaign'
import type { LineMeCopy } from '#contract/line/copy.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { inZone, shortDay } from '#contract/time.ts'
import { chartOf, type ChartPoint, type NotedPlace } from './chart-points.ts'

type Props = {
  copy: LineMeCopy['chart']
  /** oldest first; the last one is the place now */
  places: readonly NotedPlace[]
  timeZone: string
}

/** LINE-9, Fig. 4: the places that were noted, and the one now. */
export function PlaceChart({ copy, places, timeZone }: Props) {
  const { points, lines, path } = chartOf(places)
  const named = namesOf(places, timeZone)
  return (
    <figure className="place-chart">
      <svg viewBox="0 0 430 330" role="img" aria-label={saysOf(copy, places, named)}>
        <path className="scale" d={lines.map(({ y }) => `M46 ${y}H426`).join('')} />
        <path className="thin" d="M46 12V300" />
        {lines.map(({ place, y }) => (
          <text key={place} x="40" y={y + 4}>
            {grouped(place)}
          </text>
        ))}
        <path className="accent" d={path} />
        {points.map((point, index) => (
          <Point key={index} point={point} isNow={index === points.length - 1} named={named} />
        ))}
      </svg>
      <figcaption className="label">{copy.caption}</figcaption>
    </figure>
  )
}

const Point = ({
  point: { at, x, y, isNamed },
  isNow,
  named,
}: {
  point: ChartPoint
  isNow: boolean
  named: (at: number) => string
}) => (
  <>
    <circle className={isNow ? 'you' : 'accent solid'} cx={x} cy={y} r={isNow ? 5 : 3.5} />
    {isNamed && (
      <text className="middle" x={Math.min(Math.max(x, 62), 400)} y="322">
        {named(at)}
      </text>
    )}
  </>
)

/** Points are named by their day, or by their time where all are of one day. */
function namesOf(places: Props['places'], timeZone: string): (at: number) => string {
  const dayOf = (at: number) => shortDay(at, timeZone, language)
  const isOneDay = new Set(places.map(({ at }) => dayOf(at))).size === 1
  return isOneDay ? (at) => inZone(at, timeZone, language).time : dayOf
}

function saysOf(
  { says, point, now }: Props['copy'],
  places: Props['places'],
  named: (at: number) => string,
): string {
  const steps = places.map(({ at, place }, index) =>
    fill(index === places.length - 1 ? now : point, {
      date: named(at),
      place: grouped(place),
    }),
  )
  return fill(says, { steps: steps.join(', ') })
}
