import { Fragment, type ReactNode } from 'react'
import { grouped } from '#page/browser/numbers.ts'
import { setPlace, setTitle, type SetTitle } from '#contract/campaign/title-lines.ts'

type Props = {
  text: string
  id?: string
  /** the text's language, where it is not the page's */
  lang?: string | undefined
  /** a drawing behind lines that fill the width */
  behind?: ReactNode
}

/** BRAND-5: a title whose lines fill the width of its column; a long text is set like any other. */
export function Headline({ text, id, lang, behind }: Props) {
  const { lines, fit } = setTitle(text)
  return (
    <h1 id={id} className={lines.length > 0 ? 'locked' : undefined} lang={lang} data-fit={fit}>
      {lines.length > 0 ? <Lines lines={lines} /> : text}
      {lines.length > 0 && behind}
    </h1>
  )
}

type PlaceProps = {
  /** the line above the number */
  above: string
  place: number
  /** `plain`: without the accent colour, where the place is given up */
  tone?: 'accent' | 'plain'
}

/** LINE-9: a title whose last line is the place. */
export function PlaceHeadline({ above, place, tone = 'accent' }: PlaceProps) {
  const { lines, fit } = setPlace(above, grouped(place))
  return (
    <h1
      className="locked"
      data-fit={fit}
      data-place={tone}
      data-one={grouped(place).startsWith('1') ? '' : undefined}
    >
      <Lines lines={lines} />
    </h1>
  )
}

const Lines = ({ lines }: Pick<SetTitle, 'lines'>) =>
  lines.map(({ text, width, fit }, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span data-width={width} data-fit={fit}>
        {text}
      </span>
    </Fragment>
  ))
