import { tenth } from '#contract/text.ts'
import type { Detail } from './line-scale.ts'

/**
 * Where a detail is drawn: its frame, the height of its dimension line and of that line's words.
 */
export type Box = {
  left: number
  right: number
  top: number
  bottom: number
  dim: number
  text: number
}

type Props = {
  detail: Detail
  box: Box
  /** of the dimension line; null where one more friend changes nothing */
  words: string | null
}

/** The middle of a slot. */
export const slotX = ({ slots }: Detail, { left, right }: Box, slot: number): number =>
  tenth(left + ((right - left) / slots) * (slot + 0.5))

/** Detail A: a stroke for each person, a dot for each free place, and the person's own in the accent colour. */
export function DetailStrokes({ detail, box, words }: Props) {
  const { left, right, top, bottom } = box
  const at = (slot: number) => slotX(detail, box, slot)
  const strokes = (slots: number[], path: string) =>
    slots.map((slot) => `M${at(slot)} ${path}`).join('')
  const tall = `${top + 10}V${bottom - 2}`
  return (
    <>
      <path className="thin" d={`M${left} ${top}V${bottom}M${right} ${top}V${bottom}`} />
      <path className="people" d={strokes(detail.people, `${top + 22}V${bottom - 14}`)} />
      <path className="free" d={strokes(detail.free, `${(top + bottom) / 2 + 4}h.01`)} />
      <path className="me" d={`M${at(detail.own)} ${tall}`} />
      <circle className="you" cx={at(detail.own)} cy={top + 10} r="4.5" />
      {words !== null && detail.more !== null && (
        <>
          <path className="accent" strokeDasharray="3 3" d={`M${at(detail.more)} ${tall}`} />
          <path className="dimension" d={dimension(at(detail.more), at(detail.own), box.dim)} />
          <text className="middle dimension" x={wordsSpan(detail, box, words).middle} y={box.text}>
            {words}
          </text>
        </>
      )}
    </>
  )
}

/** How wide a letter of the drawing is at most. */
const letterPx = 7

/** Where the words below the dimension line are: in its middle, but within the frame. */
export function wordsSpan(
  detail: Detail,
  box: Box,
  words: string,
): { from: number; middle: number } {
  const half = (words.length * letterPx) / 2
  const middle =
    (slotX(detail, box, detail.more ?? detail.own) + slotX(detail, box, detail.own)) / 2
  const within = Math.min(box.right - half, Math.max(box.left + half, middle))
  return { from: within - half, middle: within }
}

/** A line with an arrow at each end, between two strokes. */
const dimension = (from: number, to: number, y: number) =>
  `M${from} ${y}H${to}M${from + 10} ${y - 5}l-10 5 10 5M${to - 10} ${y - 5}l10 5 -10 5` +
  `M${from} ${y - 12}v20M${to} ${y - 12}v20`
