import { Fragment } from 'react'
import { partsOf } from './countdown.ts'

type Props = {
  name: string
  lang?: string | undefined
  /** the words under the digits: four where days are counted */
  units: readonly string[]
  /** whether the first of them is days; by default where there are four */
  days?: boolean
  /** seconds left when the page is served, or rendered in the browser */
  leftS: number
  /** of a clock that counts from the page's load (figures/show-figures.ts) */
  fromLoad?: boolean
  /** of a clock that runs until one instant, in ms, by the server's clock */
  endsAt?: number
}

/**
 * A lap timer. Its digits stand in boxes of fixed size, so that a tick moves nothing; nobody has
 * them read out each second.
 */
export const Clock = ({ name, lang, units, days, leftS, fromLoad, endsAt }: Props) => (
  <div
    className="clock"
    role="timer"
    aria-label={name}
    lang={lang}
    data-parts={units.length}
    data-left={fromLoad ? leftS : undefined}
    data-live-ends={endsAt}
    data-ended={endsAt !== undefined && leftS === 0 ? '' : undefined}
  >
    {partsOf(leftS, days ? 4 : units.length)
      .slice(0, units.length)
      .map((digits, at) => (
        <Fragment key={at}>
          {at > 0 && ' '}
          <span>
            <span className="num" data-digits={digits.length > 2 ? digits.length : undefined}>
              {digits}
            </span>{' '}
            <span className="label">{units[at]}</span>
          </span>
        </Fragment>
      ))}
  </div>
)
