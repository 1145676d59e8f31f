import type { FigureProps } from '#campaign/art.ts'
import { rise } from '../../base/art/rise.ts'

const emptyY = 505
const fullY = emptyY - rise
/** Of the body, which hangs below bow and cylinder. */
const [left, right] = [70, 166]
const middle = (left + right) / 2

/** The bow opens once the goal is reached; the body fills from below. */
export const Figure = ({ level, scale, state, hasAccess, dot, joining }: FigureProps) => (
  <>
    <g data-part="1" transform={state === 'reached' ? 'rotate(18 154 70)' : undefined}>
      <path
        className={state === 'reached' ? 'solid accent' : 'solid'}
        d="M78 74V50a40 40 0 0 1 80 0V74H144V50a26 26 0 0 0 -52 0V74z"
      />
      <path className="thin" d="M152 29H210" />
    </g>
    <g data-part="2">
      <circle className="solid" cx={middle} cy="142" r="26" />
      <path
        className="thin"
        d={`M112 130h12v24h-12zM118 154v6${hasAccess ? 'M144 142H210' : ''}`}
      />
    </g>
    <path className="solid" d={body} />
    {state !== 'empty' && (
      <rect
        className="level"
        data-rise=""
        x={left}
        y={level}
        width={right - left}
        height={emptyY - level}
      />
    )}
    <path className="thin" d={links} />
    <path
      className="thin"
      d={scale.map((_, quarter) => `M${left} ${atQuarter(quarter)}h-8`).join('')}
    />
    <path className="end" d={`M${left} ${fullY}h-14`} />
    <path className="accent" data-rise="" d={`M${right} ${level}H210`} />
    {scale.map(
      (text, quarter) =>
        text && (
          <text key={quarter} x={left - 18} y={atQuarter(quarter) + 4}>
            {text}
          </text>
        ),
    )}
    {dot && (
      <circle className="accent solid you-ring" data-rise="" cx={middle} cy={level + 14} r="9" />
    )}
    {dot === 'last' && <circle className="you" cx={middle} cy={level + 14} r="3.4" />}
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

const body = `M${left + 24} ${fullY - 27}H${right - 24}a24 24 0 0 1 24 24V${emptyY}a24 24 0 0 1 -24 24H${left + 24}a24 24 0 0 1 -24 -24V${fullY - 3}a24 24 0 0 1 24 -24z`
/** Three links lie side by side, riveted at both ends. */
const links = [
  ...[1, 2].map((link) => `M${left + 32 * link} ${fullY - 27}V${emptyY + 24}`),
  ...[fullY - 8, emptyY + 8].flatMap((y) =>
    [16, 48, 80].map((x) => `M${left + x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0`),
  ),
].join('')
