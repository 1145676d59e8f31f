type Props = { spots: { left: number; total: number }; text: string }

const inRow = 25

/**
 * EXC-1: each spot is an ampoule; those that are taken have their tip snapped off. The number
 * beside them says the same.
 */
export function Magazine({ spots: { left, total }, text }: Props) {
  const places = Array.from({ length: total }, (_, index) => ({
    x: 4 + 28 * (index % inRow),
    y: 74 * Math.floor(index / inRow),
  }))
  const rows = Math.max(1, Math.ceil(total / inRow))
  return (
    <div className="magazine">
      <p>
        <span className="num">{left}</span> <span>{text.replace('{n}', String(total))}</span>
      </p>
      <svg viewBox={`6 0 688 ${74 * rows - 8}`} aria-hidden="true">
        <defs>
          <path
            id="whole"
            d="M7 22V14C7 11 4 10 4 6C4 3 8 2 9 0h2C12 2 16 3 16 6C16 10 13 11 13 14V22h3v5h2V62H2V27h2V22z"
          />
          <path id="taken" d="M7 22V17l2.5-1.5 1.5 2.5 2-1V22h3v5h2V62H2V27h2V22z" />
        </defs>
        <g className="taken">
          {places.slice(0, total - left).map((place) => (
            <use key={`${place.x} ${place.y}`} href="#taken" {...place} />
          ))}
        </g>
        <g className="whole">
          {places.slice(total - left).map((place) => (
            <use key={`${place.x} ${place.y}`} href="#whole" {...place} />
          ))}
        </g>
      </svg>
    </div>
  )
}
