import type { LetterProblem } from '#contract/letters/letters.ts'
import { listed } from '#contract/english.ts'
import type { ViewOf } from '#server/dashboard/views.ts'

/** A problem that prevents sending, shown beside its field. */
export const Problems = ({ problems, id }: { problems: readonly LetterProblem[]; id: string }) =>
  problems.length > 0 && (
    <ul className="problems wrong" id={id}>
      {problems.map(({ message, line }, index) => (
        <li key={index}>
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

export const problemsOf = (problems: readonly LetterProblem[], field: LetterProblem['field']) =>
  problems.filter((problem) => problem.field === field)

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
