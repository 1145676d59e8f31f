import type { ReactNode } from 'react'
import { quizResult } from '#campaign'
import { bottleneckOf, type QuizCopy, type QuizResult as Result } from '#contract/quiz/quiz.ts'
import { ResultDial } from './dial.tsx'

type Props = {
  quiz: QuizCopy
  result: Result
  /** the form, or the panel that replaces it */
  children: ReactNode
}

/** QUIZ-4, in its dialog and on its page: type, dial and bottleneck, then the form, then the long texts. */
export function QuizResult({ quiz, result, children }: Props) {
  // A result that is shown follows from options of the quiz, so both types are the quiz's.
  const type = quiz.types[result.performance_type]!
  const { bottleneck } = quiz.types[bottleneckOf(quiz, result.answers)!]!
  return (
    <div className="diagnosis" lang={quiz.lang}>
      <h2 lang={quiz.typeNameLang}>{type.title}</h2>
      <ResultDial quiz={quiz} result={result} />
      <div className="bottleneck">
        <h3 lang={quizResult.lang}>{quizResult.bottleneck}</h3>
        <p>{bottleneck}</p>
      </div>
      {children}
      <p className="lead">{type.description}</p>
      <div className="solution">
        <h3 lang={quizResult.lang}>{quizResult.solution}</h3>
        <p>{type.recommendation}</p>
      </div>
    </div>
  )
}
