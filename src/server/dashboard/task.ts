/**
 * Something for the operator to do. A part of `text` in backticks is a setting, a file or a
 * command.
 */
export type Task = {
  key: string
  title: string
  sinceMs?: number
  /** what happens without it */
  effect?: string
  text: string
  /** the answer of a mail server, unchanged */
  quote?: string
  /** when one mail is tried again */
  nextTryMs?: number
  link?: { path: string; label: string }
  /** the path that a button of an operator posts to */
  act?: { path: string; label: string }
}

export type CheckedTask = Task & { done: boolean }
