import { tenth } from '#contract/text.ts'
import type { Gauge } from './gauge.ts'

/** `next`: where the visitor's would lie. `last`: where it lies. */
export type Dot = 'next' | 'last'

/**
 * FX-9: the visitor's dot comes with joining. A live gauge counts who has confirmed, so that with
 * double opt-in the dot waits for that.
 */
export type JoiningDot = { isLive: boolean; isAwaited: boolean }

type Props = {
  gauge: Gauge
  /** nothing is drawn where nobody is counted */
  hasLevel: boolean
  /** the alternative text; nothing where all of it is written beside the drawing */
  says: string | undefined
  isReached: boolean
  /** something is said beside the collar */
  hasAccess: boolean
  dot: Dot | undefined
  /** on the landing page */
  joining: JoiningDot | undefined
}

/** Seal, collar and barrel. `data-part` groups move together with their call-outs. */
export const UnitDrawing = ({
  gauge,
  hasLevel,
  says,
  isReached,
  hasAccess,
  dot,
  joining,
}: Props) => (
  <svg viewBox="0 0 210 560" {...alternative(says)}>
    <path className="axis" d="M118 0V1600" />
    {isReached ? <BrokenSeal /> : <Seal />}
    <Collar hasCall={hasAccess} />
    <Barrel gauge={gauge} hasLevel={hasLevel} />
    {dot && <VisitorDot level={gauge.level} dot={dot} />}
    {joining && <JoinedDot level={gauge.level} {...joining} />}
  </svg>
)

/** The drawing says what is written beside it, or nothing. */
const alternative = (text: string | undefined) =>
  text ? ({ role: 'img', 'aria-label': text } as const) : ({ 'aria-hidden': true } as const)

/**
 * The visitor's dot: a ring where it would lie, with the level that it would reach, or the dot in
 * its ring.
 */
const VisitorDot = ({ level, dot }: { level: number; dot: Dot }) => (
  <>
    {dot === 'next' && <ellipse className="next" cx="118" cy={level - 6} rx="58" ry="14" />}
    <circle
      className="accent solid you-ring"
      cx="118"
      cy={level + (dot === 'next' ? 8 : 14)}
      r="9"
    />
    {dot === 'last' && <circle className="you" cx="118" cy={level + 14} r="3.4" />}
  </>
)

/**
 * The stylesheet shows it, and the words beside the number, once the visitor has joined. On a live
 * gauge it lies beside the dot of the next place.
 */
function JoinedDot({ level, isLive, isAwaited }: JoiningDot & { level: number }) {
  const at = { cx: isLive ? 92 : 118, cy: level + 14 }
  return (
    <g className={isAwaited ? 'joined-dot counted' : 'joined-dot'} visibility="hidden">
      <circle className="level" {...at} r="8" />
      <circle {...at} r="3" />
    </g>
  )
}

const Seal = () => (
  <g data-part="1">
    <path
      className="solid"
      d="M106 100V88C106 76 94 70 94 50C94 26 110 22 115 4h6C126 22 142 26 142 50C142 70 130 76 130 88V100a12 3.5 0 0 1-24 0"
    />
    <path
      className="thin"
      d="M106 88a12 3.5 0 0 0 24 0M94 50a24 6.5 0 0 0 48 0M106 100a12 3.5 0 0 1 24 0M100 40c1-6 5-9 8-13M142 29H210"
    />
    <path className="behind" d="M94 50a24 6.5 0 0 1 48 0" />
  </g>
)

/** END-1: once the goal is reached. */
const BrokenSeal = () => (
  <g data-part="1">
    <path
      className="solid accent"
      d="M106 61l-2-6C98 53 94 51 94 47C94 23 110 19 115 1h6C126 19 142 23 142 47C142 51 138 53 132 55l-2 6l-5-4l-4 5l-6-5l-4 4z"
    />
    <path className="thin" d="M94 47a24 6.5 0 0 0 48 0M100 37c1-6 5-9 8-13" />
    <path className="behind" d="M94 47a24 6.5 0 0 1 48 0" />
    <path className="solid" d="M106 100V84l4-5l4 5l5-6l6 5l5-5V100a12 3.5 0 0 1-24 0" />
    <path className="thin" d="M106 100a12 3.5 0 0 1 24 0M142 29H210" />
  </g>
)

const Collar = ({ hasCall }: { hasCall: boolean }) => (
  <g data-part="2">
    <path className="solid" d="M76 132v28a42 11 0 0 0 84 0v-28a42 11 0 0 0-84 0" />
    <path id="ribs" className="thin" vectorEffect="non-scaling-stroke" d={ribs} />
    <ellipse className="solid" cx="118" cy="132" rx="42" ry="11" />
    <ellipse className="solid" cx="118" cy="132" rx="30" ry="7.5" />
    <path className="thin" d={`M90 135a30 7.5 0 0 1 56 0${hasCall ? 'M160 142H210' : ''}`} />
  </g>
)

/** Hatch and scale are broad dashed lines: a line for each stroke would be ten times the bytes. */
const Barrel = ({
  gauge: { level, fullY, scale, dots },
  hasLevel,
}: {
  gauge: Gauge
  hasLevel: boolean
}) => (
  <>
    <path className="solid" d="M52 212V516a66 17 0 0 0 132 0V212a66 17 0 0 0-132 0" />
    <ellipse cx="118" cy="212" rx="66" ry="17" />
    <ellipse className="thin" cx="118" cy="212" rx="58" ry="14" />
    <path className="thin" d="M60 214V510a58 14.5 0 0 0 116 0V214M52 516a66 17 0 0 0 132 0" />
    <path className="behind" d="M60 508a58 14.5 0 0 1 116 0" />
    <path
      className="thin"
      opacity=".75"
      strokeWidth="8"
      strokeDasharray="1.2 7.8"
      transform="skewY(-45)"
      d="M180 405V700"
    />
    <path className="dots" d={dots[0]} />
    <path className="dots" strokeDashoffset="4.75" d={dots[1]} />
    {hasLevel && <ellipse className="level" cx="118" cy={level} rx="58" ry="14" />}
    <path className="thin" strokeWidth="6" strokeDasharray="1 13" d={`M49 491.5V${fullY - 1}`} />
    <path className="thin" strokeWidth="14" strokeDasharray="1 69" d={`M45 435.5V${fullY - 1}`} />
    <path className="end" d={`M52 ${fullY}H34`} />
    <path className="accent" d={`M176 ${level}H210`} />
    {scale.map(
      ({ y, text }) =>
        text && (
          <text key={y} x={y === fullY ? 45 : 34} y={y === fullY ? y - 6 : y + 4}>
            {text}
          </text>
        ),
    )}
  </>
)

/** 21 ribs around the collar, closer together towards its edges. The base borrows them. */
const ribs = Array.from({ length: 21 }, (_, index) => ((index + 1) * 8 + 2) * (Math.PI / 180))
  .map((angle) => `M${tenth(118 - 42 * Math.cos(angle))} ${tenth(132 + 11 * Math.sin(angle))}v28`)
  .join('')
