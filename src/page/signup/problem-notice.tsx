import type { ProblemWords } from './words.ts'

/** The plain form came back unsent: what happened, and when to send it again. */
export const ProblemNotice = ({ title, text }: ProblemWords) => (
  <div className="problem" role="alert">
    <b>{title}</b>
    <p>{text}</p>
  </div>
)
