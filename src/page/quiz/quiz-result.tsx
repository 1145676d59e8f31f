import type { ReactNode } from 'react'
import type { ResultTexts } from '#campaign/compose.ts'
import { bottleneckOf, type QuizResult as Result } from '#contract/quiz/quiz.ts'
import { ResultDial } from './dial.tsx'
import { quizOf } from './results.ts'

type Props = {
  texts: ResultTexts
  result: Result
  /** the form, or the panel that replaces it */
  children: ReactNode
}

/** QUIZ-4, in its dialog and on its page: type, dial and bottleneck, then the form, then the long texts. */
export function QuizResult({ texts, result, children }: Props) {
  const quiz = quizOf(texts)
  const { words } = texts
  // A result that is shown follows from options of the quiz, so both types are the quiz's.
  const type = quiz.types[result.performance_type]!
  const { bottleneck } = quiz.types[bottleneckOf(quiz, result.answers)!]!
  return (
    <div className="diagnosis">
      <h2 lang={quiz.typeNameLang}>{type.title}</h2>
      <ResultDial quiz={quiz} result={result} />
      <div className="bottleneck">
        <h3>{words.bottleneck}</h3>
        <p>{bottleneck}</p>
      </div>
      {children}
      <p className="lead">{type.description}</p>
      <div className="solution">
        <h3>{words.solution}</h3>
        <p>{type.recommendation}</p>
      </div>
    </div>
  )
}
