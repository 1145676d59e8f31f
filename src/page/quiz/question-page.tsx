import { quizResult } from '#campaign/copy/interface.ts'
import { percentAnswered, type Answers, type QuestionKey, type QuizCopy } from '#contract/quiz.ts'
import { queryOf, pathAfter, pathWith, questionBefore, questionPath } from '#contract/quiz-pages.ts'
import type { Origin } from '#contract/waitlist.ts'
import { Choices } from './choices.tsx'
import { Progress } from './progress.tsx'

type Props = { quiz: QuizCopy; question: QuestionKey; answers: Partial<Answers>; origin: Origin }

/** QUIZ-1, QUIZ-2 without script: one question. Its form leads to the next with all answers so far. */
export function QuestionPage({
  quiz: { questions, dialog },
  question: id,
  answers,
  origin,
}: Props) {
  const asked = questions.find((question) => question.id === id)!
  const before = questionBefore(id)
  const carried = queryOf(answers, origin)
  return (
    <div className="c stack">
      <Progress dialog={dialog} percent={percentAnswered(answers)} question={id} />
      <form className="quiz stack" action={pathAfter(id)} aria-describedby="quiz-subtitle">
        <fieldset>
          <legend>
            <h1 lang={asked.lang}>{asked.question}</h1>
          </legend>
          <p className="lead" id="quiz-subtitle" lang={asked.subtitleLang}>
            {asked.subtitle}
          </p>
          <Choices asked={asked} chosen={answers[id]} />
        </fieldset>
        {Object.entries(carried).map(
          ([name, value]) =>
            name !== id && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <p>
          <button className="btn" type="submit" lang={dialog.lang}>
            {dialog.next}
          </button>
        </p>
      </form>
      {before && (
        <p>
          <a className="back" href={pathWith(questionPath(before), carried)} lang={quizResult.lang}>
            {quizResult.former}
          </a>
        </p>
      )}
    </div>
  )
}
