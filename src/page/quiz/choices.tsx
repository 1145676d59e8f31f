import type { Option, Question, QuestionKey } from '#contract/quiz.ts'
import { OptionIcon } from './option-icon.tsx'

type Props = {
  asked: Question
  chosen: string | undefined
  /** in the dialog: an option's number is the key that chooses it */
  keys?: boolean
}

/** QUIZ-1: the options, a row with a radio button each. styles/quiz.css numbers them. */
export const Choices = ({ asked, chosen, keys }: Props) =>
  asked.options.map((option, index) => (
    <Choice
      key={option.id}
      name={asked.id}
      option={option}
      chosen={chosen === option.id}
      shortcut={keys ? String(index + 1) : undefined}
    />
  ))

type ChoiceProps = {
  name: QuestionKey
  option: Option
  chosen: boolean
  shortcut: string | undefined
}

const Choice = ({ name, option: { id, text, icon }, chosen, shortcut }: ChoiceProps) => (
  <label className="choice">
    <input
      type="radio"
      name={name}
      value={id}
      defaultChecked={chosen}
      required
      aria-keyshortcuts={shortcut}
    />
    <span>{text}</span>
    <OptionIcon name={icon} />
  </label>
)
