import { languageName, type Language } from '#contract/campaign/languages.ts'
import type { LetterProblem } from '#contract/letters/letters.ts'
import { listed } from '#contract/english.ts'
import type { ViewOf } from '#server/dashboard/views.ts'

/** Problems that prevent sending, beside their field. `named`: with the language of the text. */
export const Problems = ({
  problems,
  id,
  named = false,
}: {
  problems: readonly LetterProblem[]
  id: string
  named?: boolean
}) =>
  problems.length > 0 && (
    <ul className="problems wrong" id={id}>
      {problems.map(({ language, message, line }, index) => (
        <li key={index}>
          {named && language && <b>{languageName(language, 'en')}: </b>}
          {line !== undefined && <b>Line {line}: </b>}
          {message}
        </li>
      ))}
    </ul>
  )

/** What does not prevent sending. */
export const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.map((warning) => (
    <p key={warning} className="wrong">
      {warning}
    </p>
  ))

export const problemsOf = (
  problems: readonly LetterProblem[],
  field: LetterProblem['field'],
  language?: Language,
) => problems.filter((problem) => problem.field === field && problem.language === language)

/** Those beside the fields: a text in which nobody has written yet is not wrong. */
export const shownProblems = ({ problems, toFillIn, fields }: ViewOf<'letter-compose'>) =>
  toFillIn === null
    ? problems
    : problems.filter(({ field }) => field === 'audience' && isChosen(fields))

const isChosen = ({ type, source }: ViewOf<'letter-compose'>['fields']) =>
  type !== '' || source !== ''

/** As `Fill in {until} and {shop}`. */
export function fillIn(gaps: readonly string[]): string {
  const names = gaps.map((name) => `{${name}}`)
  return `Fill in ${listed(names, 'and')}`
}
