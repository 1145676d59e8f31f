import type { HeroCopy } from '#contract/campaign.ts'
import { Call } from './call.tsx'

/** Figure 1, its lower half on the same axis: core, spring, coach, base. */
export const UnitBelow = ({ parts, caption }: Pick<HeroCopy['unit'], 'parts' | 'caption'>) => (
  <figure className="unit" data-figure="below">
    <svg viewBox="0 0 210 640" aria-hidden="true">
      <path className="axis" d="M118 0V654" />
      <Core />
      <path className="thin" d="M184 80H210M162 232H210M118 394H210M118 549H210" />
      <Spring />
      <Coach />
      <Base />
    </svg>
    {parts.slice(2).map(({ name, line }, index) => (
      <Call key={name} name={name} part={String(index + 3)}>
        {line}
      </Call>
    ))}
    <figcaption className="label">{caption}</figcaption>
  </figure>
)

/** The nano-carrier in section: rings of dots, gold within. */
const Core = () => (
  <>
    <circle className="solid" cx="118" cy="80" r="66" />
    <g strokeLinecap="round">
      <circle className="thin" cx="118" cy="80" r="60" strokeWidth="6" strokeDasharray="0 8.2" />
      <circle
        className="thin"
        cx="118"
        cy="80"
        r="51"
        strokeWidth="11"
        strokeDasharray="1 4.5"
        strokeLinecap="butt"
        opacity=".7"
      />
      <circle className="thin" cx="118" cy="80" r="41" strokeWidth="4.5" strokeDasharray="0 6.44" />
      {[
        [24, 5.6],
        [15, 5.2],
        [6, 5.4],
      ].map(([radius, step]) => (
        <circle
          key={radius}
          className="gold"
          cx="118"
          cy="80"
          r={radius}
          strokeWidth="2"
          strokeDasharray={`0 ${step}`}
        />
      ))}
    </g>
  </>
)

const Spring = () => (
  <>
    <path
      className="thin"
      opacity=".6"
      d={[202, 221, 240, 259].map((y) => `M162 ${y}c0-13-88-5-88 13`).join('')}
    />
    <path
      strokeWidth="1.6"
      d={[196, 215, 234, 253, 272].map((y) => `M74 ${y}c0 15 88 21 88 6`).join('')}
    />
  </>
)

const Coach = () => (
  <>
    <path className="solid" d="M52 358v24a66 17 0 0 0 132 0v-24a66 17 0 0 0-132 0" />
    <path className="thin" d="M52 366a66 17 0 0 0 132 0" />
    <ellipse className="solid" cx="118" cy="358" rx="66" ry="17" />
    {[
      [56, 14],
      [47, 11.6],
      [38, 9.3],
    ].map(([rx, ry]) => (
      <ellipse key={rx} className="thin" cx="118" cy="358" rx={rx} ry={ry} />
    ))}
    <path className="solid" d="M118 351.5l24 6.5-24 6.5-24-6.5z" />
    <path className="gold" d="M118 354.5l13 3.5-13 3.5-13-3.5z" />
    <path className="behind" d="M52 424a66 17 0 0 1 132 0M118 375V424" />
  </>
)

const Base = () => (
  <>
    <path className="solid" d="M74 490v18a44 11 0 0 0 88 0v-18a44 11 0 0 0-88 0" />
    <path className="thin" d="M74 495a44 11 0 0 0 88 0M74 501a44 11 0 0 0 88 0" />
    <ellipse cx="118" cy="490" rx="44" ry="11" />
    <ellipse className="thin" cx="118" cy="490" rx="34" ry="8" />
    <path className="solid" d="M52 530v40a66 17 0 0 0 132 0v-40a66 17 0 0 0-132 0" />
    <path d="M52 530a66 17 0 0 1 24-13M184 530a66 17 0 0 0-24-13" />
    <use href="#ribs" transform="matrix(1.571 0 0 1.43 -67.4 341.2)" />
    <path className="thin" d="M52 530a66 17 0 0 0 132 0" />
  </>
)
