import type { AriaAttributes, ReactNode } from 'react'
import {
  leadingType,
  performanceTypes,
  questionKeys,
  type Answers,
  type PerformanceType,
  type QuizCopy,
  type QuizResult,
} from '#contract/quiz/quiz.ts'
import { leadingText } from './progress.tsx'

type DialProps = {
  /** clockwise from the top */
  labels: readonly ReactNode[]
  /** the type that the needle leans to; styles/quiz.css turns it */
  lean?: PerformanceType | undefined
  children: ReactNode
} & AriaAttributes

/** A drawing with a needle. Its labels are text beside it, so that they never shrink with it. */
const Dial = ({ labels, lean, children, ...attributes }: DialProps) => (
  <div className="dial" data-lean={lean} {...attributes}>
    <svg viewBox="18 18 332 332" aria-hidden="true">
      {children}
    </svg>
    {labels.map((label, index) => (
      <span key={index}>{label}</span>
    ))}
  </div>
)

/** The drawing in the invitation, which does not move. */
export const InvitationDial = ({ axes }: { axes: readonly string[] }) => (
  <Dial labels={axes}>{selector}</Dial>
)

type ProgressProps = {
  quiz: Pick<QuizCopy, 'questions' | 'dialog'>
  answers: Partial<Answers>
}

/**
 * QUIZ-1: an arc for each answer, and the needle leans to the type that leads. progress.tsx says
 * the same in words.
 */
export function ProgressDial({ quiz, answers }: ProgressProps) {
  const { axes } = quiz.dialog
  const leading = leadingText(quiz, answers)
  return (
    <Dial
      labels={[...performanceTypes.map((type) => axes[type]), ...(leading ? [leading] : [])]}
      lean={leadingType(quiz.questions, answers) ?? undefined}
      aria-hidden
    >
      <Arcs lit={questionKeys.filter((key) => answers[key] !== undefined).length} />
      {selector}
    </Dial>
  )
}

type ResultProps = {
  quiz: Pick<QuizCopy, 'dialog'>
  result: Pick<QuizResult, 'scores' | 'performance_type'>
}

/** QUIZ-4: the four scores as strokes, that of the type in the accent colour. */
export function ResultDial({
  quiz: { dialog },
  result: { scores, performance_type: type },
}: ResultProps) {
  const { axes } = dialog
  const image = {
    role: 'img',
    'aria-label': `${dialog.scores}: ${performanceTypes.map((name) => `${axes[name]} ${scores[name]}`).join(', ')}`,
    'data-result': '',
  }
  return (
    <Dial
      labels={performanceTypes.map((name) => (
        <>
          {axes[name]} <b className="num">{scores[name]}</b>
        </>
      ))}
      lean={type}
      {...image}
    >
      <Arcs lit={questionKeys.length} />
      {resultFace}
      {performanceTypes.map((name, index) => (
        <path
          key={name}
          className={name === type ? 'stroke high' : 'stroke'}
          d={`M184 ${hub}V${hub - strokeLength(scores[name])}`}
          transform={index > 0 ? `rotate(${index * 90} 184 184)` : undefined}
        />
      ))}
      <path className="needle" d="M184 58l9 20h-18z" />
      {resultHub}
    </Dial>
  )
}

const hub = 158

/** A score of 4 is 12 long, and one of 12 is 80: then it reaches the outer dashed circle. */
const strokeLength = (score: number) => 12 + (score - 4) * 8.5

/** A quarter of the outer circle for each question, clockwise from the top. */
const Arcs = ({ lit }: { lit: number }) => (
  <>
    <path className="unlit" d={quarters.join('')} />
    {quarters.map((d, index) => (
      <path key={d} className={index < lit ? 'arc on' : 'arc'} d={d} />
    ))}
  </>
)

const quarters = [
  'M192.5 22.2A162 162 0 0 1 345.8 175.5',
  'M345.8 192.5A162 162 0 0 1 192.5 345.8',
  'M175.5 345.8A162 162 0 0 1 22.2 192.5',
  'M22.2 175.5A162 162 0 0 1 175.5 22.2',
]

/** A scale is a broad dashed circle, one unit of each dash drawn. */
const Scale = ({ radius, width, marks }: { radius: number; width: number; marks: number }) => (
  <circle
    className="thin"
    cx="184"
    cy="184"
    r={radius}
    strokeWidth={width}
    strokeDasharray={`1 ${((2 * Math.PI * radius) / marks - 1).toFixed(3)}`}
    strokeDashoffset=".5"
  />
)

const Ring = ({ radius, look }: { radius: number; look?: 'thin' | 'behind' | 'solid' }) => (
  <circle className={look} cx="184" cy="184" r={radius} />
)

const outerScales = (
  <>
    <Scale radius={130} width={8} marks={96} />
    <Scale radius={133} width={14} marks={24} />
    <Scale radius={138} width={24} marks={4} />
  </>
)

// Elements that never change are made once, so that React skips them when an answer is given.
const selector = (
  <>
    {outerScales}
    <Scale radius={88} width={8} marks={60} />
    <Ring radius={118} />
    <Ring radius={92} look="thin" />
    <Ring radius={84} look="thin" />
    <Ring radius={58} look="behind" />
    <path className="axis" d="M184 50V318M50 184H318" />
    <g className="needle">
      <path className="solid" d="M184 70l9 18v74a9 9 0 0 1-18 0V88z" />
      <circle className="accent" cx="184" cy="78" r="3" />
    </g>
    <Ring radius={26} look="solid" />
    <Ring radius={6} look="thin" />
  </>
)

const resultFace = (
  <>
    {outerScales}
    <Ring radius={118} />
    <Ring radius={68} look="behind" />
    <Ring radius={106} look="behind" />
    <path className="thin" d="M184 158V78M210 184H290M184 210V290M158 184H78" />
  </>
)

const resultHub = (
  <>
    <Ring radius={22} look="solid" />
    <Ring radius={6} look="thin" />
  </>
)
