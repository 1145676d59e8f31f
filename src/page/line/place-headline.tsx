import { grouped } from '#contract/text.ts'
import type { TitleLine } from '#contract/title-line.ts'

type Props = {
  /** the line above the number */
  above: TitleLine
  place: number
  /** `plain`: without the accent colour, where the place is given up */
  tone?: 'accent' | 'plain'
}

/**
 * LINE-9: a title whose last line is the place. All numbers of one length have one size: a rule of
 * styles/line.css for each number of digits.
 */
export const PlaceHeadline = ({ above, place, tone = 'accent' }: Props) => (
  <h1 className="locked">
    <span data-width={above.width} data-fit={above.fit}>
      {above.text}
    </span>{' '}
    <span data-width="narrow" data-place={tone} data-digits={String(place).length}>
      {grouped(place)}
    </span>
  </h1>
)
