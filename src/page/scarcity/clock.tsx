type Props = { parts: readonly { value: string; label: string }[]; name: string; lang?: string }

/** A lap timer. Its digits stand in boxes of fixed width, so that a tick shifts nothing; nobody has them read out each second. */
export const Clock = ({ parts, name, lang }: Props) => (
  <div className="clock" role="timer" aria-label={name} lang={lang} data-parts={parts.length}>
    {parts.map(({ value, label }) => (
      <div key={label}><span className="num" data-digits={value.length > 2 ? value.length : undefined}>{value}</span> <span className="label">{label}</span></div>
    ))}
  </div>
)
