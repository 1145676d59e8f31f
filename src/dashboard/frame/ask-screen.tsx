import type { AskInput, AskView } from '#contract/dashboard/ask.ts'
import { Facts, HiddenFields, Said } from './elements.tsx'
import { TimeFields } from './fields.tsx'
import { ActForm, Plate, Screen } from './screen.tsx'

/** What an act will do and what stays, its button, and the way back. */
export const AskScreen = (view: AskView) => {
  const { question, wrong } = view
  const { nav, crumb, title, note, inputs = [], button } = question
  const isAtInput = inputs.some(({ name }) => name === wrong?.field)
  return (
    <Screen nav={nav} wide back={{ path: crumb.path, title: crumb.label }}>
      {wrong && !isAtInput && (
        <p className="refusal wrong" role="alert">
          {wrong.says}
        </p>
      )}
      <Plate
        label={title}
        part="ask"
        flow
        stack
        caption={
          <p className="note">
            <Said words={note} />
          </p>
        }
      >
        {button === null ? <NothingToDo {...view} /> : <AskForm {...view} button={button} />}
      </Plate>
    </Screen>
  )
}

const NothingToDo = ({ question }: AskView) => (
  <>
    <WhatHappens question={question} />
    <p>
      <a className="button" href={question.backTo ?? question.crumb.path} data-back>
        {question.back}
      </a>
    </p>
  </>
)

const AskForm = ({ action, question, typed, wrong, button }: AskView & { button: string }) => (
  <ActForm action={action} className="stack">
    <WhatHappens question={question} />
    <HiddenFields fields={question.sends ?? []} />
    {question.inputs?.map((input) => (
      <Input
        key={input.name}
        input={input}
        typed={typed}
        wrong={wrong?.field === input.name ? wrong.says : undefined}
      />
    ))}
    {question.hint && <p className="note">{question.hint}</p>}
    <div className="acts">
      <button type="submit" className={question.danger ? 'button danger' : 'button main'}>
        {button}
      </button>
      <a href={question.backTo ?? question.crumb.path} data-back>
        {question.back}
      </a>
    </div>
  </ActForm>
)

const WhatHappens = ({ question: { facts, text } }: Pick<AskView, 'question'>) => (
  <>
    {Object.keys(facts).length > 0 && (
      <Facts
        of={Object.fromEntries(
          Object.entries(facts).map(([term, words]) => [term, <Said key={term} words={words} />]),
        )}
      />
    )}
    {text && (
      <p>
        <Said words={text} />
      </p>
    )}
  </>
)

type InputProps = {
  input: AskInput
  typed: AskView['typed']
  wrong: string | undefined
}

const Input = ({ input, typed, wrong }: InputProps) => {
  if (input.kind === 'time')
    return (
      <fieldset className="schedule">
        <legend>{input.label}</legend>
        <TimeFields
          names={[`${input.name}-day`, `${input.name}-time`]}
          typed={[typed[`${input.name}-day`], typed[`${input.name}-time`]]}
        />
      </fieldset>
    )
  const text = typed[input.name]
  return input.kind === 'note' ? (
    <Note {...input} typed={text} wrong={wrong} />
  ) : (
    <Choice {...input} chosen={text} wrong={wrong} />
  )
}

const Note = ({
  name,
  label,
  most,
  typed,
  wrong,
}: Extract<AskInput, { kind: 'note' }> & {
  typed: string | undefined
  wrong: string | undefined
}) => (
  <label className="field">
    <span className="label">{label}</span>
    <textarea
      name={name}
      rows={3}
      maxLength={most}
      defaultValue={typed}
      required
      aria-describedby={wrong === undefined ? undefined : `no-${name}`}
      aria-invalid={wrong !== undefined || undefined}
    />
    {wrong !== undefined && (
      <span id={`no-${name}`} className="wrong" role="alert">
        {wrong}
      </span>
    )}
  </label>
)

/** `wrong`: the form was sent without a choice. */
const Choice = ({
  name,
  label,
  options,
  chosen,
  wrong,
}: Extract<AskInput, { kind: 'choice' }> & {
  chosen: string | undefined
  wrong: string | undefined
}) => (
  <fieldset aria-describedby={wrong === undefined ? undefined : `no-${name}`}>
    <legend className="label">{label}</legend>
    {wrong !== undefined && (
      <p id={`no-${name}`} className="wrong">
        {wrong}
      </p>
    )}
    {options.map(([value, title, note]) => (
      <label key={value} className="option">
        <input type="radio" name={name} value={value} required defaultChecked={value === chosen} />
        <span>
          {title}
          <small>{note}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
