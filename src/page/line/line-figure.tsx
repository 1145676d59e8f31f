import { fill } from '#contract/facts.ts'
import { grouped } from '#contract/figures.ts'
import type { LineFigureCopy } from '#contract/line-page-copy.ts'
import type { Place } from '#contract/line.ts'
import { DetailStrokes, slotX, wordsSpan, type Box } from './detail-strokes.tsx'
import { detailOf, scaleOf, type Detail } from './line-scale.ts'

type Props = {
  copy: LineFigureCopy
  place: Pick<Place, 'place' | 'waiting' | 'withOneMore'>
  perFriend: number
  goal: number
}

/**
 * LINE-9, Fig. 3: the line as a rule with a cursor, and detail A around the person's place, one
 * stroke for each person. Small windows show detail A alone; styles/line.css chooses.
 */
export function LineFigure({ copy, place, perFriend, goal }: Props) {
  const wide = detailOf(place, 40)
  const more = place.withOneMore !== null && place.withOneMore < place.place
  const values = {
    n: grouped(perFriend),
    place: grouped(place.withOneMore ?? place.place),
  }
  const words = more ? fill(copy.oneMore, values) : null
  return (
    <figure className="line-figure">
      <div role="img" aria-label={saysOf(copy, place, goal, perFriend)}>
        <svg data-view="wide" viewBox="0 0 1200 292" aria-hidden="true">
          <Rule place={place} goal={goal} you={copy.you} />
          <DetailStrokes detail={wide} box={wideBox} words={words} />
          {(words === null || wordsSpan(wide, wideBox, words).from > 80) && (
            <text className="first" x="20" y="292">
              {grouped(wide.from)}
            </text>
          )}
          <text x="1180" y="292">
            {grouped(wide.to)}
          </text>
        </svg>
        <svg data-view="slim" viewBox="0 0 350 150" aria-hidden="true">
          <DetailStrokes
            detail={detailOf(place, 38)}
            box={slimBox}
            words={more ? fill(copy.oneMoreShort, values) : null}
          />
          <SlimTags place={place} detail={detailOf(place, 38)} />
        </svg>
      </div>
      <figcaption className="label">{copy.caption}</figcaption>
    </figure>
  )
}

const wideBox: Box = { left: 20, right: 1180, top: 174, bottom: 254, dim: 268, text: 290 }
const slimBox: Box = { left: 15, right: 335, top: 30, bottom: 94, dim: 112, text: 136 }

function saysOf(
  { says, more }: LineFigureCopy,
  { place, waiting, withOneMore }: Props['place'],
  goal: number,
  perFriend: number,
): string {
  const { end } = scaleOf(waiting, goal)
  const own = fill(says, { of: grouped(end), place: grouped(place), n: grouped(waiting) })
  return withOneMore === null || withOneMore >= place
    ? own
    : `${own} ${fill(more, { n: grouped(perFriend), place: grouped(withOneMore) })}`
}

/** The whole line, with the cursor at the person's place and the lines that lead to detail A. */
function Rule({
  place: { place, waiting },
  goal,
  you,
}: {
  place: Props['place']
  goal: number
  you: string
}) {
  const { end, step } = scaleOf(waiting, goal)
  const xOf = (at: number) => tenth(20 + (1160 * at) / end)
  const [own, spacing] = [xOf(place), (1160 * step) / end]
  const [from, to] = [Math.max(20, own - 13), Math.min(1180, own + 13)]
  const numbers = Array.from(
    { length: Math.ceil(end / step) - 1 },
    (_, index) => step * (index + 1),
  )
  return (
    <>
      <path className="thin" d="M20 60H1180M20 100H1180" />
      <path
        className="thin"
        strokeWidth="10"
        strokeDasharray={dash(spacing / 10)}
        d="M19.5 65H1181"
      />
      <path className="thin" strokeWidth="20" strokeDasharray={dash(spacing)} d="M19.5 70H1181" />
      {numbers
        .filter((number) => [20, 1180, own].every((taken) => Math.abs(xOf(number) - taken) > 45))
        .map((number) => (
          <text key={number} className="middle" x={xOf(number)} y="118">
            {grouped(number)}
          </text>
        ))}
      {own > 60 && (
        <text className="first" x="20" y="118">
          1
        </text>
      )}
      <text x="1180" y="118">
        {grouped(end)}
      </text>
      <path className="dots" d={`M24 88H${Math.max(24, xOf(waiting))}`} />
      <path className="end" d={`M${xOf(goal)} 54V106`} />
      <path className="gold" d={`M${from} 46H${to}V110H${from}zM${own} 34V110`} />
      <text className={own < 60 ? 'own first' : own > 1140 ? 'own' : 'own middle'} x={own} y="26">
        {fill(you, { place: grouped(place) })}
      </text>
      <path className="lead" d={`M${from} 110V126L${wideBox.left} 174M${to} 110V126L1180 174`} />
    </>
  )
}

/** On small windows the two places stand above their strokes. */
const SlimTags = ({ place, detail }: { place: Props['place']; detail: Detail }) => (
  <>
    <text className="own middle" x={slotX(detail, slimBox, detail.own)} y="16">
      {grouped(place.place)}
    </text>
    {detail.more !== null && place.withOneMore !== null && (
      <text className="middle" x={slotX(detail, slimBox, detail.more)} y="16">
        {grouped(place.withOneMore)}
      </text>
    )}
  </>
)

const dash = (spacing: number) => `1 ${spacing - 1}`
const tenth = (value: number) => Math.round(value * 10) / 10
