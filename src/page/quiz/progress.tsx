import {
  leadingType,
  percentAnswered,
  type Answers,
  type QuestionKey,
  type QuizCopy,
} from '#contract/quiz/quiz.ts'
import { positionOf } from '#contract/quiz/pages.ts'
import { fill } from '#contract/text.ts'

type ShownQuiz = Pick<QuizCopy, 'questions' | 'types' | 'dialog'>
type Props = {
  quiz: ShownQuiz
  question: QuestionKey
  answers: Partial<Answers>
}

/**
 * QUIZ-1: the number of the question and the answered share, in words and as a bar. Both stand in
 * the grid of the question (styles/quiz.css).
 */
export function Progress({ quiz, question, answers }: Props) {
  const percent = percentAnswered(quiz.questions, answers)
  const progress = fill(quiz.dialog.progress, { n: percent })
  const leading = leadingText(quiz, answers)
  return (
    <>
      <progress
        max="100"
        value={percent}
        aria-labelledby="quiz-step"
        aria-valuetext={leading ? `${progress}. ${leading}` : progress}
      />
      <p className="answered label">
        <b id="quiz-step">{stepName(quiz, question)}</b> <span>{progress}</span>
      </p>
    </>
  )
}

export const stepName = ({ questions, dialog }: ShownQuiz, question: QuestionKey) =>
  fill(dialog.step, { n: positionOf(questions, question) + 1, of: questions.length })

/** The type that leads so far, in words; null before the first answer. */
export function leadingText(quiz: ShownQuiz, answers: Partial<Answers>): string | null {
  const type = leadingType(quiz, answers)
  return type && fill(quiz.dialog.leading, { type: quiz.dialog.axes[type] })
}
