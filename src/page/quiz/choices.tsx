import type { Option, Question, QuestionKey } from '#contract/quiz.ts'
import { OptionIcon } from './option-icon.tsx'

type Props = { asked: Question; chosen: string | undefined }

/** QUIZ-1: the options, each a radio button on a card. */
export const Choices = ({ asked, chosen }: Props) =>
  asked.options.map((option) => (
    <Choice key={option.id} name={asked.id} option={option} chosen={chosen === option.id} />
  ))

const Choice = ({
  name,
  option: { id, text, lang, icon },
  chosen,
}: {
  name: QuestionKey
  option: Option
  chosen: boolean
}) => (
  <label className="choice" lang={lang}>
    <input type="radio" name={name} value={id} defaultChecked={chosen} required />
    <span>{text}</span>
    <OptionIcon name={icon} />
  </label>
)
