import type { ReactNode } from 'react'
import { me } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { UnconfirmedQuizResult } from '#contract/people/personal-records.ts'
import type { QuestionKey, QuizCopy, Scores } from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'
import { timeOf } from './words.ts'

/**
 * A saved quiz result: type, scores and answers, with the current words of the questions.
 * `children`: what can be done with it.
 */
export const SavedResult = ({
  result,
  campaign: { quiz, timeZone },
  children,
}: {
  result: UnconfirmedQuizResult
  campaign: Pick<Campaign, 'quiz' | 'timeZone'>
  children?: ReactNode
}) => (
  <div className="record">
    <h3>
      {fill(me.quiz.result, {
        type: result.result_data.title,
        saved: timeOf(result.savedAt, timeZone),
      })}
    </h3>
    {children}
    <p>{fill(me.quiz.scores, { scores: scoresText(result.scores, quiz) })}</p>
    <p>{me.quiz.answers}</p>
    <ul>
      {Object.entries(result.answers).map(([id, chosen]) => (
        <Answer key={id} question={id} chosen={chosen} quiz={quiz} />
      ))}
    </ul>
  </div>
)

const scoresText = (scores: Scores, quiz: QuizCopy | null): string =>
  Object.entries(scores)
    .map(([type, score]) => `${quiz?.dialog.axes[type] ?? type} ${score}`)
    .join(', ')

function Answer({
  question: id,
  chosen,
  quiz,
}: {
  question: QuestionKey
  chosen: string
  quiz: QuizCopy | null
}) {
  const question = quiz?.questions.find((asked) => asked.id === id)
  const option = question?.options.find((offered) => offered.id === chosen)
  return (
    <li>
      <span>{question?.question ?? id}</span> <b>{option?.text ?? chosen}</b>
    </li>
  )
}
