import type { LetterProblem } from '#contract/letters.ts'

/** What keeps a letter from being sent, beside its field. */
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

export const problemsOf = (problems: readonly LetterProblem[], field: LetterProblem['field']) =>
  problems.filter((problem) => problem.field === field)
