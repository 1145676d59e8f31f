import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { quizResult } from '#campaign/copy/interface.ts'
import {
  percentAnswered,
  type Answers,
  type Question,
  type QuestionKey,
  type QuizCopy,
} from '#contract/quiz.ts'
import { questionBefore } from '#contract/quiz-pages.ts'
import type { PopupOpen } from '#page/overlays/overlay.ts'
import { PopupDialog } from '#page/overlays/popup-dialog.tsx'
import { quizModal } from '#page/overlays/requested-popups.ts'
import { Choices } from './choices.tsx'
import { Progress } from './progress.tsx'

type Props = {
  quiz: QuizCopy
  question: QuestionKey
  answers: Partial<Answers>
  open?: PopupOpen | undefined
  /** false: the press is ignored */
  onChoose?: (question: QuestionKey, option: string) => boolean
  onBack?: () => void
}

/** QUIZ-1 and 2: one question at a time. */
export function QuizModal({
  quiz: { questions, dialog },
  question,
  answers,
  open,
  onChoose,
  onBack,
}: Props) {
  const asked = questions.find(({ id }) => id === question)!
  return (
    <PopupDialog
      id={quizModal.key}
      title={<span lang={asked.lang}>{asked.question}</span>}
      open={open}
      persistent
      close={{ text: dialog.close, lang: dialog.lang }}
      above={<Progress dialog={dialog} percent={percentAnswered(answers)} question={question} />}
    >
      <p className="lead" id="quiz-subtitle" lang={asked.subtitleLang}>
        {asked.subtitle}
      </p>
      <Options
        key={question}
        asked={asked}
        chosen={answers[question]}
        onChoose={(option) => onChoose?.(question, option) ?? true}
      />
      {questionBefore(question) && (
        <button className="back" type="button" lang={quizResult.lang} onClick={onBack}>
          {quizResult.former}
        </button>
      )}
    </PopupDialog>
  )
}

/** The heading of a new question takes the focus, as that of a dialog that opens. */
function Options({
  asked,
  chosen,
  onChoose,
}: {
  asked: Question
  chosen: string | undefined
  onChoose: (option: string) => boolean
}) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const box = fieldset.current?.closest('dialog')
    if (!box?.open) return
    box.querySelector<HTMLElement>('h2')?.focus()
    box.scrollTop = 0
  }, [])
  return (
    <fieldset
      ref={fieldset}
      aria-labelledby={`${quizModal.key}-title`}
      aria-describedby="quiz-subtitle"
      {...choosing(onChoose)}
    >
      <Choices asked={asked} chosen={chosen} />
    </fieldset>
  )
}

/**
 * A press with the pointer, Space or Enter chooses. Arrow keys move among radio buttons by clicking each: such a click chooses
 * nothing. A screen reader's click comes alone, and chooses. One that is ignored does not check the radio button either.
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
