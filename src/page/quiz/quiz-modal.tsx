import {
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { quizResult } from '#campaign'
import type { Answers, Question, QuestionKey, QuizCopy } from '#contract/quiz/quiz.ts'
import { questionBefore } from '#contract/quiz/pages.ts'
import { fill } from '#contract/text.ts'
import { PopupDialog } from '#page/overlays/popup-dialog.tsx'
import { quizModal } from '#page/overlays/requested-popups.ts'
import { ProgressDial } from './dial.tsx'
import { Progress } from './progress.tsx'
import { QuizStep } from './quiz-step.tsx'

type Props = {
  quiz: QuizCopy
  question: QuestionKey
  answers: Partial<Answers>
  /** false: the press is ignored */
  onChoose: (question: QuestionKey, option: string) => boolean
  onBack: () => void
}

/** QUIZ-1 and 2: one question at a time. */
export function QuizModal({ quiz, question, answers, onChoose, onBack }: Props) {
  const { questions, dialog } = quiz
  const asked = questions.find(({ id }) => id === question)!
  return (
    <PopupDialog
      id={quizModal.key}
      title={<span key={question}>{asked.question}</span>}
      persistent
      close={dialog.close}
      above={<Progress quiz={quiz} question={question} answers={answers} />}
    >
      <Options
        key={question}
        asked={asked}
        at={questions.indexOf(asked)}
        chosen={answers[question]}
        onChoose={(option) => onChoose(question, option)}
      />
      <div className="ways">
        {questionBefore(questions, question) && (
          <button className="back" type="button" onClick={onBack}>
            {quizResult.former}
          </button>
        )}
        <p className="keys">{fill(dialog.keys, { n: asked.options.length })}</p>
      </div>
      <ProgressDial quiz={quiz} answers={answers} />
    </PopupDialog>
  )
}

/**
 * Moves the focus to the heading of a new question, as a dialog that opens does, and says which way
 * its words come.
 */
function Options({
  asked,
  at,
  chosen,
  onChoose,
}: {
  asked: Question
  at: number
  chosen: string | undefined
  onChoose: (option: string) => boolean
}) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const box = fieldset.current?.closest('dialog')
    if (!box) return
    const before = Number(box.dataset.at ?? 0)
    box.dataset.at = String(at)
    if (!box.open) return
    box.dataset.way = at < before ? 'back' : 'on'
    box.querySelector<HTMLElement>('h2')?.focus()
    box.scrollTop = 0
  }, [at])
  return (
    <QuizStep
      ref={fieldset}
      asked={asked}
      chosen={chosen}
      keys
      aria-labelledby={`${quizModal.key}-title`}
      aria-describedby="quiz-subtitle"
      onPointerMove={noteMove}
      {...choosing(onChoose)}
    />
  )
}

/** A browser also reports a move where the page moves under a resting pointer: by nothing. */
function noteMove({ currentTarget, movementX, movementY }: PointerEvent<HTMLElement>) {
  if (movementX || movementY) currentTarget.dataset.moved = ''
}

/**
 * A press with the pointer, Space or Enter chooses an option. An arrow key moves to the next radio
 * button, which the browser reports as a click on it: that click chooses nothing. A click by a
 * screen reader comes without a key, and chooses. An ignored press does not check the radio button.
 */
function choosing(choose: (option: string) => boolean) {
  let moves = false
  return {
    onKeyDown(event: KeyboardEvent) {
      moves = event.key.startsWith('Arrow')
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      if (!event.repeat) choose((event.target as HTMLInputElement).value)
    },
    onKeyUp() {
      moves = false
    },
    onClick(event: MouseEvent) {
      if (!moves && event.target instanceof HTMLInputElement && !choose(event.target.value))
        event.preventDefault()
    },
  }
}
