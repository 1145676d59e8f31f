import { questionKeys, type QuestionKey, type QuizDialogCopy } from '#contract/quiz.ts'

type Props = { dialog: QuizDialogCopy; percent: number; question: QuestionKey }

/** QUIZ-1: the answered share and the number of the current question. */
export function Progress({ dialog, percent, question }: Props) {
  const told = dialog.progress.replace('{n}', String(percent))
  return (
    <div className="answered" lang={dialog.lang}>
      <p className="label">
        <span>{stepName(dialog, question)}</span> <span id="quiz-progress">{told}</span>
      </p>
      <progress max="100" value={percent} aria-labelledby="quiz-progress">
        {told}
      </progress>
    </div>
  )
}

export const stepName = ({ step }: QuizDialogCopy, question: QuestionKey) =>
  step.replace('{n}', String(questionKeys.indexOf(question) + 1))
