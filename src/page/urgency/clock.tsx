import { Fragment, type ReactNode } from 'react'

type Props = {
  parts: readonly { digits: ReactNode; label: string }[]
  name: string
  lang?: string | undefined
}

/**
 * A lap timer. Its digits stand in boxes of fixed size, so that a tick moves nothing; nobody has
 * them read out each second.
 */
export const Clock = ({ parts, name, lang }: Props) => (
  <div className="clock" role="timer" aria-label={name} lang={lang} data-parts={parts.length}>
    {parts.map(({ digits, label }, at) => (
      <Fragment key={label}>
        {at > 0 && ' '}
        <span>
          {digits} <span className="label">{label}</span>
        </span>
      </Fragment>
    ))}
  </div>
)

export const Digits = ({ value }: { value: string }) => (
  <span className="num" data-digits={value.length > 2 ? value.length : undefined}>
    {value}
  </span>
)
