import { quizResult } from '#campaign/copy/interface.ts'
import { percentAnswered, questionKeys, type Answers, type Option, type Question, type QuestionKey, type QuizCopy, type QuizDialogCopy } from '#contract/quiz.ts'
import { pathAfter, pathWith, questionBefore, questionPath } from '#contract/quiz-pages.ts'

type Props = { quiz: QuizCopy; question: QuestionKey; answers: Partial<Answers> }

/** QUIZ-1 and 2 without script: one question, whose form leads to the next with all that has been answered. */
export function QuestionPage({ quiz: { questions, dialog }, question: id, answers }: Props) {
  const asked = questions.find((question) => question.id === id)!
  const before = questionBefore(id)
  const others = questionKeys.filter((key) => key !== id && answers[key] !== undefined)
  return (
    <div className="c stack">
      <Progress dialog={dialog} percent={percentAnswered(answers)} step={stepOf(dialog, id)} />
      <form className="quiz stack" action={pathAfter(id)} aria-describedby="quiz-subtitle">
        <Choices asked={asked} chosen={answers[id]} />
        {others.map((key) => <input key={key} type="hidden" name={key} value={answers[key]} />)}
        <p><button className="btn" type="submit" lang={dialog.lang}>{dialog.next}</button></p>
      </form>
      {before && <p><a className="back" href={pathWith(questionPath(before), answers)} lang={quizResult.lang}>{quizResult.former}</a></p>}
    </div>
  )
}

export const stepOf = ({ step }: QuizDialogCopy, question: QuestionKey) => step.replace('{n}', String(questionKeys.indexOf(question) + 1))

const Progress = ({ dialog: { lang, progress }, percent, step }: { dialog: QuizDialogCopy; percent: number; step: string }) => {
  const told = progress.replace('{n}', String(percent))
  return (
    <div className="answered" lang={lang}>
      <p className="label"><span>{step}</span> <span id="quiz-progress">{told}</span></p>
      <progress max="100" value={percent} aria-labelledby="quiz-progress">{told}</progress>
    </div>
  )
}

const Choices = ({ asked, chosen }: { asked: Question; chosen: string | undefined }) => (
  <fieldset>
    <legend><h1 lang={asked.lang}>{asked.question}</h1></legend>
    <p className="lead" id="quiz-subtitle" lang={asked.subtitleLang}>{asked.subtitle}</p>
    {asked.options.map((option) => <Choice key={option.id} name={asked.id} option={option} chosen={chosen === option.id} />)}
  </fieldset>
)

const Choice = ({ name, option: { id, text, lang }, chosen }: { name: QuestionKey; option: Option; chosen: boolean }) => (
  <label className="choice" lang={lang}><input type="radio" name={name} value={id} defaultChecked={chosen} required />{text}</label>
)
