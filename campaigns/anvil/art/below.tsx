/** The links, unfolded: each hangs on the rivet of the one above. */
export const Below = () =>
  parts.map(({ part, y }, index) => (
    <g key={part} data-part={part}>
      <path
        className="solid"
        transform={`rotate(${index % 2 === 0 ? 24 : -24} 118 ${y})`}
        d={`M98 ${y - 62}a20 20 0 0 1 40 0V${y + 62}a20 20 0 0 1 -40 0z`}
      />
      <path className="thin" d={`M118 ${y}H210`} />
      <circle className="solid" cx="118" cy={y} r="6" />
    </g>
  ))

/** `y`: where its call-out begins. */
const parts = [
  { part: '3', y: 80 },
  { part: '4', y: 232 },
  { part: '5', y: 372 },
  { part: '6', y: 549 },
]
