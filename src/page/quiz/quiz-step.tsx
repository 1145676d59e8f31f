import type { ComponentProps, ReactNode } from 'react'
import type { Option, Question, QuestionKey } from '#contract/quiz/quiz.ts'

type Props = ComponentProps<'fieldset'> & {
  asked: Question
  chosen: string | undefined
  /** the heading, where it is not above the dialog's content */
  legend?: ReactNode
  /** in the dialog: an option's number is the key that chooses it */
  keys?: boolean
}

/**
 * QUIZ-1: a question with its options, a row with a radio button each, in its dialog and on its
 * page. styles/quiz.css numbers them.
 */
export const QuizStep = ({ asked, chosen, legend, keys, ...fieldset }: Props) => (
  <fieldset {...fieldset}>
    {legend}
    <p className="lead" id="quiz-subtitle">
      {asked.subtitle}
    </p>
    {asked.options.map((option, index) => (
      <Choice
        key={option.id}
        name={asked.id}
        option={option}
        chosen={chosen === option.id}
        shortcut={keys ? String(index + 1) : undefined}
      />
    ))}
  </fieldset>
)

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

/** An option's drawing, or nothing for an unknown name. */
const OptionIcon = ({ name }: { name: string }) =>
  Object.hasOwn(drawings, name) && (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )

const drawings: Readonly<Record<string, string>> = {
  sunrise: 'M2 19h20M6 19a6 6 0 0 1 12 0M12 4v5M4.5 10l2.5 2.5M19.5 10l-2.5 2.5',
  battery: 'M2 7.5h17v9H2zM19 10.5h3v3h-3M6 10.5v3M9.5 10.5v3M13 10.5v3',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z',
  flag: 'M6 22V3M6 4h13l-3.5 4 3.5 4H6',
  target:
    'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6M12 1v6M12 17v6M1 12h6M17 12h6',
  stride:
    'M13 4.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 12l4-3.5 4 .5-2.5 5 4 3-1.5 5M10 15l-2 4H3M13 9l2.5 3.5H20',
  anchor: 'M12 7.5V22M12 2.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M8 11h8M3.5 14a8.5 8 0 0 0 17 0',
  compass: 'M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19M16 8l-2.5 5.5L8 16l2.5-5.5z',
  list: 'M3 5.5l2 2L8.5 4M12 6h9M3 12h5.5M12 12h9M3 18h5.5M12 18h9',
  pulse: 'M1 12h6l2.5-7 5 14 2.5-7h6',
  breath: 'M2 9h12a3 3 0 1 0-3-3M2 13h17a3 3 0 1 1-3 3M2 17h9',
  flame: 'M13 2c0 5 6 7 6 12.5a7 7 0 0 1-14 0c0-2.5 1-4 2.5-5.5 0 2 .5 3.5 2 4C9.5 9 10 5 13 2z',
  grid: 'M3 3h18v18H3zM3 9h18M3 15h18M9 3v18M15 3v18',
  plate:
    'M12 5.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6M2.5 3v18M21.5 3v18',
  steps: 'M2 20h5v-4.5h5V11h5V6.5h5',
  peak: 'M1 20l8-13 4.5 7.5L16 11l7 9zM9 7V2l4 1.5L9 5',
}
