/** Four boxes, one for each part of what is sold. */
export const Below = () =>
  parts.map(({ part, y, height }) => (
    <g key={part} data-part={part}>
      <rect className="solid" x="70" y={y - height / 2} width="96" height={height} />
      <path className="thin" d={`M70 ${y}H166M166 ${y}H210`} />
    </g>
  ))

/** `y`: where its call-out begins. */
const parts = [
  { part: '3', y: 80, height: 110 },
  { part: '4', y: 232, height: 90 },
  { part: '5', y: 372, height: 70 },
  { part: '6', y: 549, height: 60 },
]
