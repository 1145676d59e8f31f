import {
  leadingType,
  percentAnswered,
  questionKeys,
  type Answers,
  type QuestionKey,
  type QuizCopy,
} from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'

type Props = {
  quiz: Pick<QuizCopy, 'questions' | 'dialog'>
  question: QuestionKey
  answers: Partial<Answers>
}

/**
 * QUIZ-1: the number of the question and the answered share, in words and as a bar. Both stand in
 * the grid of the question (styles/quiz.css).
 */
export function Progress({ quiz, question, answers }: Props) {
  const percent = percentAnswered(answers)
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
        <b id="quiz-step">{stepName(quiz.dialog, question)}</b> <span>{progress}</span>
      </p>
    </>
  )
}

export const stepName = ({ step }: QuizCopy['dialog'], question: QuestionKey) =>
  fill(step, { n: questionKeys.indexOf(question) + 1 })

/** The type that leads so far, in words; null before the first answer. */
export function leadingText(
  { questions, dialog }: Props['quiz'],
  answers: Partial<Answers>,
): string | null {
  const type = leadingType(questions, answers)
  return type && fill(dialog.leading, { type: dialog.axes[type] })
}
