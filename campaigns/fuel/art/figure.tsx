import { tenth } from '#contract/text.ts'
import type { Dot, FigureProps, JoiningDot } from '#campaign/art.ts'
import { dotsBelow } from './dots-below.ts'
import { rise } from './rise.ts'

const emptyY = 505
const fullY = emptyY - rise

/** Seal, collar and barrel. */
export const Figure = ({ level, scale, state, hasAccess, dot, joining }: FigureProps) => (
  <>
    <path className="axis" d="M118 0V1600" />
    {state === 'reached' ? <BrokenSeal /> : <Seal />}
    <Collar hasCall={hasAccess} />
    <Barrel level={level} scale={scale} hasLevel={state !== 'empty'} />
    {dot && <VisitorDot level={level} dot={dot} />}
    {joining && <JoinedDot level={level} {...joining} />}
  </>
)

/**
 * The visitor's dot: a ring where it would lie, with the level that it would reach, or the dot in
 * its ring.
 */
const VisitorDot = ({ level, dot }: { level: number; dot: Dot }) => (
  <>
    {dot === 'next' && (
      <ellipse className="next" data-rise="" cx="118" cy={level - 6} rx="58" ry="14" />
    )}
    <circle
      className="accent solid you-ring"
      data-rise=""
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
      <circle className="level" data-rise="" {...at} r="8" />
      <circle data-rise="" {...at} r="3" />
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
  level,
  scale,
  hasLevel,
}: Pick<FigureProps, 'level' | 'scale'> & { hasLevel: boolean }) => (
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
    <g id="fill">
      <path className="dots" data-rise="" d={dotsBelow(level, 0)} />
      <path className="dots" data-rise="" strokeDashoffset="4.75" d={dotsBelow(level, 1)} />
      {hasLevel && <ellipse className="level" data-rise="" cx="118" cy={level} rx="58" ry="14" />}
    </g>
    <path className="thin" strokeWidth="6" strokeDasharray="1 13" d={`M49 505.5V${fullY - 1}`} />
    <path className="thin" strokeWidth="14" strokeDasharray="1 69" d={`M45 505.5V${fullY - 1}`} />
    <path className="end" d={`M52 ${fullY}H38`} />
    <path className="accent" data-rise="" d={`M176 ${level}H210`} />
    {scale.map(
      (text, quarter) =>
        text && (
          <text key={quarter} x="34" y={emptyY - (rise / 4) * quarter + 4}>
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
