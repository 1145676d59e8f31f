import type { Problem } from './form-state.ts'
import type { FormWords } from './words.ts'

/** The plain form came back unsent: what happened, and when to send it again. */
export function ProblemNotice({ problem, words }: { problem: Problem; words: FormWords }) {
  const busy = problem.kind === 'busy'
  return (
    <div className="problem" role="alert">
      <b>{busy ? words.busyTitle : words.notStoredTitle}</b>
      <p>{busy ? words.busy.replace('{seconds}', String(problem.retryAfterS)) : words.notStored}</p>
    </div>
  )
}
