import { quizResult } from '#campaign/copy/interface.ts'
import { percentAnswered, questionKeys, type Answers, type QuestionKey, type QuizCopy } from '#contract/quiz.ts'
import { pathAfter, pathWith, questionBefore, questionPath } from '#contract/quiz-pages.ts'
import { Choices } from './choices.tsx'
import { Progress } from './progress.tsx'

type Props = { quiz: QuizCopy; question: QuestionKey; answers: Partial<Answers> }

/** QUIZ-1 and 2 without script: one question, whose form leads to the next with all that has been answered. */
export function QuestionPage({ quiz: { questions, dialog }, question: id, answers }: Props) {
  const asked = questions.find((question) => question.id === id)!
  const before = questionBefore(id)
  const others = questionKeys.filter((key) => key !== id && answers[key] !== undefined)
  return (
    <div className="c stack">
      <Progress dialog={dialog} percent={percentAnswered(answers)} question={id} />
      <form className="quiz stack" action={pathAfter(id)} aria-describedby="quiz-subtitle">
        <fieldset>
          <legend><h1 lang={asked.lang}>{asked.question}</h1></legend>
          <p className="lead" id="quiz-subtitle" lang={asked.subtitleLang}>{asked.subtitle}</p>
          <Choices asked={asked} chosen={answers[id]} />
        </fieldset>
        {others.map((key) => <input key={key} type="hidden" name={key} value={answers[key]} />)}
        <p><button className="btn" type="submit" lang={dialog.lang}>{dialog.next}</button></p>
      </form>
      {before && <p><a className="back" href={pathWith(questionPath(before), answers)} lang={quizResult.lang}>{quizResult.former}</a></p>}
    </div>
  )
}
