type Props = { axes: readonly [string, string, string, string] }

/** Four detents, one for each type. Its scales are broad dashed circles. */
export const SelectorRing = ({ axes: [top, right, bottom, left] }: Props) => (
  <svg
    className="ring"
    viewBox="-44 0 438 368"
    role="img"
    aria-label={[top, right, bottom, left].join(', ')}
  >
    {scales.map(({ radius, width, count }) => (
      <circle
        key={radius}
        className="thin"
        cx="184"
        cy="184"
        r={radius}
        strokeWidth={width}
        strokeDasharray={`1 ${step(radius, count)}`}
        strokeDashoffset=".5"
      />
    ))}
    <circle cx="184" cy="184" r="118" />
    <circle className="thin" cx="184" cy="184" r="92" />
    <circle className="thin" cx="184" cy="184" r="84" />
    <circle className="behind" cx="184" cy="184" r="58" />
    <path className="axis" d="M184 40V328M40 184H328" />
    <path className="solid" d="M184 70l9 18v74a9 9 0 0 1-18 0V88z" />
    <circle className="solid" cx="184" cy="184" r="26" />
    <circle className="gold" cx="184" cy="78" r="3" />
    <circle className="thin" cx="184" cy="184" r="6" />
    <text x="184" y="22">
      {top}
    </text>
    <text x="338" y="180" textAnchor="start">
      {right}
    </text>
    <text x="184" y="356">
      {bottom}
    </text>
    <text x="30" y="180" textAnchor="end">
      {left}
    </text>
  </svg>
)

const scales = [
  { radius: 130, width: 8, count: 96 },
  { radius: 133, width: 14, count: 24 },
  { radius: 138, width: 24, count: 4 },
  { radius: 88, width: 8, count: 60 },
]

const step = (radius: number, count: number) => ((2 * Math.PI * radius) / count - 1).toFixed(3)
