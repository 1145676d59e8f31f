import type { Dot, FigureProps } from '#campaign/art.ts'
import { rise } from './rise.ts'

const emptyY = 505
const fullY = emptyY - rise
/** The bar, in the middle of the column of the drawing. */
const bar = { x: 70, width: 96 }
const middle = bar.x + bar.width / 2

/** A lid, a neck and a bar that fills. */
export const Figure = ({ level, scale, state, hasAccess, dot, joining }: FigureProps) => (
  <>
    <g data-part="1" transform={state === 'reached' ? 'rotate(8 118 60)' : undefined}>
      <rect
        className={state === 'reached' ? 'solid accent' : 'solid'}
        x="82"
        y="10"
        width="72"
        height="60"
      />
      <path className="thin" d="M82 58H154M154 29H210" />
    </g>
    <g data-part="2">
      <rect className="solid" x="94" y="118" width="48" height="48" />
      <path className="thin" d={`M94 130H142M94 154H142${hasAccess ? 'M142 142H210' : ''}`} />
    </g>
    <rect className="solid" {...bar} y={fullY - 15} height={rise + 25} />
    {state !== 'empty' && (
      <rect className="level" data-rise="" {...bar} y={level} height={emptyY - level} />
    )}
    <path
      className="thin"
      d={scale.map((_, quarter) => `M${bar.x} ${atQuarter(quarter)}h-8`).join('')}
    />
    <path className="end" d={`M${bar.x} ${fullY}h-14`} />
    <path className="accent" data-rise="" d={`M${bar.x + bar.width} ${level}H210`} />
    {scale.map(
      (text, quarter) =>
        text && (
          <text key={quarter} x={bar.x - 18} y={atQuarter(quarter) + 4}>
            {text}
          </text>
        ),
    )}
    {dot && <VisitorDot level={level} dot={dot} />}
    {joining && (
      <g className={joining.isAwaited ? 'joined-dot counted' : 'joined-dot'} visibility="hidden">
        <circle className="level" data-rise="" cx={joinedX(joining.isLive)} cy={level + 14} r="8" />
        <circle data-rise="" cx={joinedX(joining.isLive)} cy={level + 14} r="3" />
      </g>
    )}
  </>
)

const atQuarter = (quarter: number) => emptyY - (rise / 4) * quarter

/** On a live gauge it lies beside the dot of the next place. */
const joinedX = (isLive: boolean) => (isLive ? middle - 26 : middle)

const VisitorDot = ({ level, dot }: { level: number; dot: Dot }) => (
  <>
    <circle className="accent solid you-ring" data-rise="" cx={middle} cy={level + 14} r="9" />
    {dot === 'last' && <circle className="you" cx={middle} cy={level + 14} r="3.4" />}
  </>
)
