import type { CreditCount } from './line-screens.ts'
import type { OverviewFigures } from './overview-figures.ts'

/** DASH-3: what the overview shows. Times are in ms since 1970. */
export type OverviewView = {
  figures: OverviewFigures
  /** what stops or endangers the list, the worst first */
  attention: Task[]
  /** what was checked and is in order, e.g. `mail` */
  inOrder: string[]
  /** what would help most now, three at most */
  next: Task[]
  /** the go-live checklist, on the first days */
  checklist: CheckedTask[] | null
  mail: MailSummary
  /** null where the campaign has no line */
  line: LineSummary | null
  publicUrl: string
}

/** LINE-1, LINE-5: people in line, and friends whose credit waits for a ruling. */
export type LineSummary = { waiting: number; nextPlace: number; credits: CreditCount }

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

export type MailSummary = {
  /** `kept`: mails are stored and shown on this machine; `idle`: none was accepted yet */
  state: 'sending' | 'delayed' | 'stopped' | 'kept' | 'idle'
  sinceMs: number | null
  /** `isMore`: there are more than were counted */
  ready: number
  isMore: boolean
  /** when the last of them leaves, if they wait for the budget of an hour */
  lastLeavesAtMs: number | null
  /** the mails that ended in the last seven days, the provider with the most first */
  providers: MailProvider[]
}

/**
 * `provider`: a domain, or `other`. `mails`: all that ended. `bounced`: no such address, by the
 * mail server's answer or by a later report about a mail that was accepted; `refused`: for another
 * reason.
 */
export type MailProvider = {
  provider: string
  mails: number
  accepted: number
  bounced: number
  refused: number
}

/** The form that records a backup which the server cannot see. */
export const backupMadePath = '/dashboard/backup-made'
