/**
 * The unit seen along its axis. Its dots are brighter towards the centre. Left of 55 % of its width
 * (660) are a mail's words.
 */
export const PlateFigure = () => (
  <>
    <path className="axis" d="M664 280H1200M1060 0V560" />
    <circle className="thin" {...center} r="213" />
    <g strokeWidth="1.4" opacity=".85">
      <Ring count={58} radius={277} size={10.5} />
    </g>
    <g className="thin">
      <Ring count={64} radius={390} size={14.5} />
    </g>
    <path className="thin" d={spokes(112, 304, 366)} />
    <g className="accent">
      {[20, 53, 88, 123, 158, 193].map((radius, index) => (
        <g key={radius} opacity={(1 - index * 0.1).toFixed(2)}>
          <Ring count={8 + index * 13} radius={radius} size={2} />
        </g>
      ))}
    </g>
  </>
)

const center = { cx: 1_060, cy: 280 }

const Ring = ({ count, radius, size }: { count: number; radius: number; size: number }) =>
  around(count, radius).map(({ x, y }) => <circle key={`${x} ${y}`} cx={x} cy={y} r={size} />)

const spokes = (count: number, from: number, to: number) => {
  const outer = around(count, to)
  return around(count, from)
    .map(({ x, y }, index) => `M${x} ${y}L${outer[index]!.x} ${outer[index]!.y}`)
    .join('')
}

/** Points on a circle around the drawing's centre; angles begin at the top. */
const around = (count: number, radius: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count
    return {
      x: Math.round((center.cx + radius * Math.sin(angle)) * 10) / 10,
      y: Math.round((center.cy - radius * Math.cos(angle)) * 10) / 10,
    }
  })
