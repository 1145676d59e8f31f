import { quizResult } from '#campaign/copy/interface.ts'
import { bottleneckOf, type QuizCopy, type QuizResult } from '#contract/quiz.ts'
import { ScorePicture } from './score-picture.tsx'

type Props = { quiz: QuizCopy; result: QuizResult }

/** QUIZ-4: what the answers come to. */
export function Diagnosis({
  quiz: { types, dialog, questions },
  result: { performance_type, scores, answers },
}: Props) {
  const type = types[performance_type]
  // A result's answers are options that there are.
  const bottleneck = types[bottleneckOf(questions, answers)!]
  return (
    <div className="diagnosis">
      <div className="stack">
        <h2>{type.title}</h2>
        <p className="lead" lang={type.lang}>
          {type.description}
        </p>
        <ScorePicture scores={scores} high={performance_type} dialog={dialog} />
      </div>
      <div className="stack">
        <h3 lang={quizResult.lang}>{quizResult.bottleneck}</h3>
        <p lang={bottleneck.lang}>{bottleneck.bottleneck}</p>
        <h3 lang={quizResult.lang}>{quizResult.solution}</h3>
        <p lang={type.lang}>{type.recommendation}</p>
      </div>
    </div>
  )
}
