import type { LineFigureCopy } from '#contract/line/copy.ts'
import type { Place } from '#contract/line/line.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill, tenth } from '#contract/text.ts'
import { scaleOf } from './line-scale.ts'

type Props = {
  place: Pick<Place, 'place' | 'waiting'>
  goal: number
  /** above the cursor */
  you: LineFigureCopy['you']
  /** where the lines that lead to detail A end */
  detailTop: number
}

/** Both ends of the rule, in the drawing's units. */
const [left, right] = [20, 1180]
/** Texts closer than this would touch. */
const textRoom = 45

/** The whole line, with the cursor at the person's place and the lines that lead to detail A. */
export function LineRule({ place: { place, waiting }, goal, you, detailTop }: Props) {
  const { end, step } = scaleOf(waiting, goal)
  const xOf = (at: number) => tenth(left + ((right - left) * at) / end)
  const own = xOf(place)
  const [from, to] = [Math.max(left, own - 13), Math.min(right, own + 13)]
  const side = own < left + textRoom ? 'first' : own > right - textRoom ? '' : 'middle'
  return (
    <>
      <Ticks spacing={((right - left) * step) / end} />
      {numbersOf(end, step)
        .map((number) => ({ number, x: xOf(number) }))
        .filter(({ x }) => [left, right, own].every((taken) => Math.abs(x - taken) > textRoom))
        .map(({ number, x }) => (
          <text key={number} className="middle" x={x} y="118">
            {grouped(number)}
          </text>
        ))}
      {own > left + textRoom && (
        <text className="first" x={left} y="118">
          1
        </text>
      )}
      <text x={right} y="118">
        {grouped(end)}
      </text>
      <path className="dots" d={`M24 88H${Math.max(24, xOf(waiting))}`} />
      <path className="end" d={`M${xOf(goal)} 54V106`} />
      <path className="accent" d={`M${from} 46H${to}V110H${from}zM${own} 34V110`} />
      <text className={`own ${side}`} x={own} y="26">
        {fill(you, { place: grouped(place) })}
      </text>
      <path
        className="lead"
        d={`M${from} 110V126L${left} ${detailTop}M${to} 110V126L${right} ${detailTop}`}
      />
    </>
  )
}

/** The text between both ends. */
const numbersOf = (end: number, step: number): number[] =>
  Array.from({ length: Math.ceil(end / step) - 1 }, (_, index) => step * (index + 1))

/** Ten small ticks for each large one: broad dashed lines. */
const Ticks = ({ spacing }: { spacing: number }) => (
  <>
    <path className="thin" d={`M${left} 60H${right}M${left} 100H${right}`} />
    <path
      className="thin"
      strokeWidth="10"
      strokeDasharray={`1 ${spacing / 10 - 1}`}
      d={`M${left - 0.5} 65H${right + 1}`}
    />
    <path
      className="thin"
      strokeWidth="20"
      strokeDasharray={`1 ${spacing - 1}`}
      d={`M${left - 0.5} 70H${right + 1}`}
    />
  </>
)
