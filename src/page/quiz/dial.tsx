import { Fragment, memo, type AriaAttributes, type ReactNode } from 'react'
import {
  answeredOf,
  leadingType,
  scoreRange,
  typesOf,
  type Answers,
  type PerformanceType,
  type QuizCopy,
  type QuizResult,
} from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'
import { arcOf, dialScales, pointAt, strokeLength, turnOf } from './dial-drawing.ts'
import { leadingText } from './progress.tsx'

type DialProps = {
  /** clockwise from the top */
  axes: readonly ReactNode[]
  /** a line behind the axes */
  below?: string | null
  /** the key of the type that the needle leans to, and where its axis is; styles/quiz.css turns it */
  lean?: { type: PerformanceType; at: number } | undefined
  /** the axis whose label is in the accent colour */
  highAt?: number
  children: ReactNode
} & AriaAttributes

/**
 * A drawing with a needle. Its labels are text beside it, so that they never shrink with it: at the
 * ends of four axes, and otherwise in a list whose numbers stand at the axes.
 */
const Dial = ({ axes, below, lean, highAt, children, ...attributes }: DialProps) => (
  <div
    className="dial"
    data-lean={lean?.type}
    data-turn={(lean && turnOf(lean.at, axes.length)) || undefined}
    data-axes={axes.length === 4 ? undefined : axes.length}
    {...attributes}
  >
    <svg viewBox="18 18 332 332" aria-hidden="true">
      {children}
    </svg>
    {axes.map((axis, index) => (
      <span key={index} data-high={highAt === index || undefined}>
        {axis}
      </span>
    ))}
    {below && <span className="below">{below}</span>}
  </div>
)

/** The drawing in the invitation, which does not move. */
export const InvitationDial = ({ axes }: { axes: readonly string[] }) => (
  <Dial axes={axes}>
    <Selector axes={axes.length} />
  </Dial>
)

type ProgressProps = {
  quiz: Pick<QuizCopy, 'questions' | 'types' | 'dialog'>
  answers: Partial<Answers>
}

/**
 * QUIZ-1: an arc for each answer, and the needle leans to the type that leads. progress.tsx says
 * the same in words.
 */
export function ProgressDial({ quiz, answers }: ProgressProps) {
  const { questions, dialog } = quiz
  const types = typesOf(quiz)
  const type = leadingType(quiz, answers)
  return (
    <Dial
      axes={types.map((name) => dialog.axes[name])}
      below={leadingText(quiz, answers)}
      lean={type === null ? undefined : { type, at: types.indexOf(type) }}
      aria-hidden
    >
      <Arcs lit={answeredOf(questions, answers)} of={questions.length} />
      <Selector axes={types.length} />
    </Dial>
  )
}

type ResultProps = {
  quiz: ProgressProps['quiz']
  result: Pick<QuizResult, 'scores' | 'performance_type'>
}

/** QUIZ-4: the scores as strokes, that of the type in the accent colour. */
export function ResultDial({ quiz, result: { scores, performance_type: type } }: ResultProps) {
  const { axes, scores: label } = quiz.dialog
  const types = typesOf(quiz)
  const leads = types.indexOf(type)
  const range = scoreRange(quiz)
  const image = {
    role: 'img',
    'aria-label': `${fill(label, range)}: ${types.map((name) => `${axes[name]} ${scores[name]}`).join(', ')}`,
    'data-result': '',
  }
  return (
    <Dial
      axes={types.map((name) => (
        <Fragment key={name}>
          {axes[name]} <b className="num">{scores[name]}</b>
        </Fragment>
      ))}
      lean={{ type, at: leads }}
      highAt={leads}
      {...image}
    >
      <Arcs lit={quiz.questions.length} of={quiz.questions.length} />
      <ResultFace axes={types.length} />
      {types.map((name, index) => (
        <path
          key={name}
          className={name === type ? 'stroke high' : 'stroke'}
          d={`M184 ${hub}V${hub - strokeLength(scores[name]!, range)}`}
          transform={rotated(index, types.length)}
        />
      ))}
      <path className="needle" d="M184 58l9 20h-18z" />
      {resultHub}
    </Dial>
  )
}

const hub = 158

const rotated = (index: number, of: number) =>
  index > 0 ? `rotate(${(index * 360) / of} 184 184)` : undefined

/** A part of the outer circle for each question, clockwise from the top. */
function Arcs({ lit, of }: { lit: number; of: number }) {
  const arcs = Array.from({ length: of }, (_, index) => arcOf(index, of))
  return (
    <>
      <path className="unlit" d={arcs.join('')} />
      {arcs.map((d, index) => (
        <path key={d} className={index < lit ? 'arc on' : 'arc'} d={d} />
      ))}
    </>
  )
}

/** A scale is a broad dashed circle, one unit of each dash drawn. It begins at the right. */
const Scale = ({ radius, width, marks, fromTop }: ScaleProps) => (
  <circle
    className="thin"
    cx="184"
    cy="184"
    r={radius}
    strokeWidth={width}
    strokeDasharray={`1 ${((2 * Math.PI * radius) / marks - 1).toFixed(3)}`}
    strokeDashoffset=".5"
    transform={fromTop ? 'rotate(-90 184 184)' : undefined}
  />
)
type ScaleProps = { radius: number; width: number; marks: number; fromTop?: boolean }

const Ring = ({ radius, look }: { radius: number; look?: 'thin' | 'behind' | 'solid' }) => (
  <circle className={look} cx="184" cy="184" r={radius} />
)

const OuterScales = ({ axes }: { axes: number }) => (
  <>
    {dialScales(axes).map((scale) => (
      <Scale key={scale.radius} {...scale} fromTop={axes !== 4} />
    ))}
  </>
)

/** At the axes, the numbers of their labels. */
const Numbers = ({ axes }: { axes: number }) =>
  axes !== 4 &&
  Array.from({ length: axes }, (_, index) => {
    const [x, y] = pointAt((index * 360) / axes, 138)
    return (
      <Fragment key={index}>
        <circle className="solid" cx={x} cy={y} r="14" />
        <text x={x} y={y}>
          {index + 1}
        </text>
      </Fragment>
    )
  })

// What never changes is drawn once, so that React skips it when an answer is given.
const Selector = memo(({ axes }: { axes: number }) => (
  <>
    <OuterScales axes={axes} />
    <Scale radius={88} width={8} marks={60} />
    <Ring radius={118} />
    <Ring radius={92} look="thin" />
    <Ring radius={84} look="thin" />
    <Ring radius={58} look="behind" />
    {axes === 4 ? (
      <path className="axis" d="M184 50V318M50 184H318" />
    ) : (
      Array.from({ length: axes }, (_, index) => (
        <path key={index} className="axis" d="M184 184V50" transform={rotated(index, axes)} />
      ))
    )}
    <Numbers axes={axes} />
    <g className="needle">
      <path className="solid" d="M184 70l9 18v74a9 9 0 0 1-18 0V88z" />
      <circle className="accent" cx="184" cy="78" r="3" />
    </g>
    <Ring radius={26} look="solid" />
    <Ring radius={6} look="thin" />
  </>
))

const ResultFace = memo(({ axes }: { axes: number }) => (
  <>
    <OuterScales axes={axes} />
    <Ring radius={118} />
    <Ring radius={68} look="behind" />
    <Ring radius={106} look="behind" />
    {axes === 4 ? (
      <path className="thin" d="M184 158V78M210 184H290M184 210V290M158 184H78" />
    ) : (
      Array.from({ length: axes }, (_, index) => (
        <path key={index} className="thin" d="M184 158V78" transform={rotated(index, axes)} />
      ))
    )}
    <Numbers axes={axes} />
  </>
))

const resultHub = (
  <>
    <Ring radius={22} look="solid" />
    <Ring radius={6} look="thin" />
  </>
)
