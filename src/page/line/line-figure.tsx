import type { LineFigureCopy } from '#contract/line/copy.ts'
import type { Place } from '#contract/line/line.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import type { LineCampaign } from '#page/sections/shown-page.ts'
import { DetailStrokes, slotX, wordsSpan, type Box } from './detail-strokes.tsx'
import { LineRule } from './line-rule.tsx'
import { detailOf, scaleOf } from './line-scale.ts'

type Drawn = {
  copy: LineFigureCopy
  place: Pick<Place, 'place' | 'waiting' | 'withOneMore'>
  perFriend: number
  goal: number
}
type Props = Pick<Drawn, 'copy' | 'place'> & { campaign: LineCampaign }

/**
 * LINE-9, Fig. 3: the line as a rule with a cursor, and detail A around the person's place, one
 * stroke for each person. Small windows show detail A alone; styles/line.css chooses.
 */
export function LineFigure({ campaign, ...props }: Props) {
  const { goal } = campaign.figures.launch.value
  const drawn = { ...props, goal, perFriend: campaign.line.terms.perFriend }
  const { label, caption } = props.copy
  return (
    <section className="plate wrap" aria-label={label}>
      <p className="label ref">{label}</p>
      <figure className="line-figure">
        <div role="img" aria-label={saysOf(drawn)}>
          <WideView {...drawn} />
          <SlimView {...drawn} />
        </div>
        <figcaption className="label">{caption}</figcaption>
      </figure>
    </section>
  )
}

const wideBox: Box = { left: 20, right: 1180, top: 174, bottom: 254, dim: 268, text: 290 }

function WideView({ copy, place, perFriend, goal }: Drawn) {
  const detail = detailOf(place, 40)
  const words = moreWords(copy.oneMore, place, perFriend)
  return (
    <svg data-view="wide" viewBox="0 0 1200 292" aria-hidden="true">
      <LineRule place={place} goal={goal} you={copy.you} detailTop={wideBox.top} />
      <DetailStrokes detail={detail} box={wideBox} words={words} />
      {(words === null || wordsSpan(detail, wideBox, words).from > 80) && (
        <text className="first" x={wideBox.left} y="292">
          {grouped(detail.from)}
        </text>
      )}
      <text x={wideBox.right} y="292">
        {grouped(detail.to)}
      </text>
    </svg>
  )
}

const slimBox: Box = { left: 15, right: 335, top: 30, bottom: 94, dim: 112, text: 136 }

/** The two places stand above their strokes. */
function SlimView({ copy, place, perFriend }: Drawn) {
  const detail = detailOf(place, 38)
  const words = moreWords(copy.oneMoreShort, place, perFriend)
  const { withOneMore } = place
  const isApart = detail.more !== null && detail.own - detail.more > 6
  return (
    <svg data-view="slim" viewBox="0 0 350 150" aria-hidden="true">
      <DetailStrokes detail={detail} box={slimBox} words={words} />
      <text className="own middle" x={slotX(detail, slimBox, detail.own)} y="16">
        {grouped(place.place)}
      </text>
      {isApart && withOneMore !== null && (
        <text className="middle" x={slotX(detail, slimBox, detail.more ?? 0)} y="16">
          {grouped(withOneMore)}
        </text>
      )}
    </svg>
  )
}

/** Null where one more friend changes nothing. */
const moreWords = (
  words: LineFigureCopy['more'],
  { place, withOneMore }: Drawn['place'],
  perFriend: number,
): string | null =>
  withOneMore === null || withOneMore >= place
    ? null
    : fill(words, { n: grouped(perFriend), place: grouped(withOneMore) })

function saysOf({ copy, place, perFriend, goal }: Drawn): string {
  const { end } = scaleOf(place.waiting, goal)
  const values = { of: grouped(end), place: grouped(place.place), n: grouped(place.waiting) }
  const more = moreWords(copy.more, place, perFriend)
  return [fill(copy.says, values), ...(more === null ? [] : [more])].join(' ')
}
