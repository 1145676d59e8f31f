/** The unit's lower half: core, spring, coach, base. */
export const Below = () => (
  <>
    <path className="axis" d="M118-1000V640" />
    <Base />
    <Coach />
    <Spring />
    <Core />
  </>
)

/** The nano-carrier in section: rings of dots, in the accent colour within. */
const Core = () => (
  <g data-part="3">
    <circle className="solid" cx="118" cy="80" r="66" />
    {rings.map(({ radius, tone, ...stroke }) => (
      <circle key={radius} className={tone} cx="118" cy="80" r={radius} {...stroke} />
    ))}
    <path className="thin" d="M184 80H210" />
  </g>
)

const dot = { strokeLinecap: 'round' } as const
const rings = [
  { radius: 60, tone: 'thin', strokeWidth: 6, strokeDasharray: '0 8.2', ...dot },
  { radius: 51, tone: 'thin', strokeWidth: 11, strokeDasharray: '1 4.5', opacity: 0.7 },
  { radius: 41, tone: 'thin', strokeWidth: 4.5, strokeDasharray: '0 6.44', ...dot },
  { radius: 24, tone: 'accent', strokeWidth: 2, strokeDasharray: '0 5.6', ...dot },
  { radius: 15, tone: 'accent', strokeWidth: 2, strokeDasharray: '0 5.2', ...dot },
  { radius: 6, tone: 'accent', strokeWidth: 2, strokeDasharray: '0 5.4', ...dot },
]

const Spring = () => (
  <g data-part="4">
    <path
      className="thin"
      opacity=".6"
      d={[202, 221, 240, 259].map((y) => `M162 ${y}c0-13-88-5-88 13`).join('')}
    />
    <path
      strokeWidth="1.6"
      d={[196, 215, 234, 253, 272].map((y) => `M74 ${y}c0 15 88 21 88 6`).join('')}
    />
    <path className="thin" d="M162 232H210" />
  </g>
)

const Coach = () => (
  <g data-part="5">
    <path className="solid" d="M52 358v24a66 17 0 0 0 132 0v-24a66 17 0 0 0-132 0" />
    <ellipse className="solid" cx="118" cy="358" rx="66" ry="17" />
    {[
      [56, 14],
      [47, 11.6],
      [38, 9.3],
    ].map(([rx, ry]) => (
      <ellipse key={rx} className="thin" cx="118" cy="358" rx={rx} ry={ry} />
    ))}
    <path className="solid" d="M118 351.5l24 6.5-24 6.5-24-6.5z" />
    <path className="accent" d="M118 354.5l13 3.5-13 3.5-13-3.5z" />
    <path className="thin" d="M52 366a66 17 0 0 0 132 0M184 372H210" />
  </g>
)

const Base = () => (
  <g data-part="6">
    <path className="solid" d="M74 490v18a44 11 0 0 0 88 0v-18a44 11 0 0 0-88 0" />
    <path className="thin" d="M74 495a44 11 0 0 0 88 0M74 501a44 11 0 0 0 88 0" />
    <ellipse cx="118" cy="490" rx="44" ry="11" />
    <ellipse className="thin" cx="118" cy="490" rx="34" ry="8" />
    <path className="solid" d="M52 530v40a66 17 0 0 0 132 0v-40a66 17 0 0 0-132 0" />
    <path d="M52 530a66 17 0 0 1 24-13M184 530a66 17 0 0 0-24-13" />
    <use href="#ribs" transform="matrix(1.571 0 0 1.43 -67.4 341.2)" />
    <path className="thin" d="M52 530a66 17 0 0 0 132 0M184 549H210" />
  </g>
)
