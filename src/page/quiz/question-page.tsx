import { quizResult } from '#campaign/copy/quiz-result.ts'
import type { Answers, QuestionKey, QuizCopy } from '#contract/quiz.ts'
import { queryOf, pathAfter, pathWith, questionBefore, questionPath } from '#contract/quiz-pages.ts'
import type { Origin } from '#contract/waitlist.ts'
import { Choices } from './choices.tsx'
import { ProgressDial } from './dial.tsx'
import { Progress } from './progress.tsx'

type Props = {
  quiz: QuizCopy
  question: QuestionKey
  answers: Partial<Answers>
  origin: Origin
  proof?: string | undefined
}

/**
 * QUIZ-1, QUIZ-2 without script: one question. Its form leads to the next with all answers so far.
 */
export function QuestionPage({ quiz, question: id, answers, origin, proof }: Props) {
  const { questions, dialog, lang } = quiz
  const asked = questions.find((question) => question.id === id)!
  const before = questionBefore(id)
  const fields = queryOf(answers, origin, proof)
  return (
    <div className="question" lang={lang}>
      <Progress quiz={quiz} question={id} answers={answers} />
      <form className="quiz" action={pathAfter(id)} aria-describedby="quiz-subtitle">
        <fieldset>
          <legend>
            <h1>{asked.question}</h1>
          </legend>
          <p className="lead" id="quiz-subtitle">
            {asked.subtitle}
          </p>
          <Choices asked={asked} chosen={answers[id]} />
        </fieldset>
        {Object.entries(fields).map(
          ([name, value]) =>
            name !== id && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button className="btn" type="submit">
          {dialog.next}
        </button>
      </form>
      {before && (
        <p>
          <a className="back" href={pathWith(questionPath(before), fields)} lang={quizResult.lang}>
            {quizResult.former}
          </a>
        </p>
      )}
      <ProgressDial quiz={quiz} answers={answers} />
    </div>
  )
}
