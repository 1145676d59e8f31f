import type { OverviewFigures } from './dashboard.ts'

/** DASH-3: what the overview shows. Times are in ms since 1970. */
export type OverviewView = {
  /** null while the figures cannot be read */
  figures: OverviewFigures | null
  /** what stops or endangers the list, the worst first */
  attention: Task[]
  /** what was checked and is in order, e.g. `mail` */
  inOrder: string[]
  /** what would help most now, three at most */
  next: Task[]
  /** the go-live checklist, on the first days */
  checklist: CheckedTask[] | null
  /** null while it cannot be read */
  mail: MailSummary | null
  publicUrl: string
}

/** Something for the operator to do. A part of `text` in backticks is a setting, file or command. */
export type Task = {
  key: string
  title: string
  /** what happens without it */
  effect?: string
  text: string
  /** the answer of a mail server, unchanged */
  quote?: string
  link?: { path: string; label: string }
}

/** `act`: the path that a button posts to. */
export type CheckedTask = Task & { done: boolean; act?: { path: string; label: string } }

export type MailSummary = {
  /**
   * `idle`: no mail was accepted yet. `kept`: mails are stored and shown on this machine. `paused`
   * and `delayed` have `since`.
   */
  state: 'flowing' | 'delayed' | 'paused' | 'kept' | 'idle'
  since: number | null
  ready: number
  lastLeavesAt: number | null
  /**
   * The mails that ended since `from`, by template: of the last 24 hours, or the last
   * `mostRecentMails`.
   */
  recent: { from: number; isWholeDay: boolean; kinds: MailKind[] }
}

/** `refused`: for good. */
export type MailKind = { template: string; accepted: number; refused: number }
