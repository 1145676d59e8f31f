import type { DoctorRun } from './doctor.ts'
import type { MailReportRecord } from './personal-data.ts'
import type { KeptMail, MailView } from './render.ts'
import type { PersonState } from './waitlist.ts'

/**
 * DASH-6: the screens of mail. Times are in ms since 1970. Counts are exact below `mostCounted`,
 * where counting stops.
 */
export const mailPaths = {
  failed: '/dashboard/mail/failed',
  retry: '/dashboard/mail/retry',
  kept: '/dashboard/mail/kept',
  pause: '/dashboard/mail/pause',
  resume: '/dashboard/mail/resume',
  hold: '/dashboard/mail/hold',
  release: '/dashboard/mail/release',
  doctor: '/dashboard/mail/doctor',
} as const

/** Where mails go: to the mail server, to screens on this machine, or nowhere yet. */
export type MailDestination = 'smtp' | 'dev mails' | 'none'

export type MailOverview = {
  screen: 'mail'
  destination: MailDestination
  mostCounted: number
  /** mails by state, as `npm run mail -- status` counts them */
  counts: MailCounts
  stops: readonly ShownStop[]
  /** a hold is at work, or was interrupted: nothing else can be done */
  isHolding: boolean
  /** the operator, the mail server or the providers' refusals paused it */
  isPaused: boolean
  ready: number
  /** when the last ready mail leaves; null while nothing can leave, or nothing is ready */
  lastLeavesAt: number | null
  ages: readonly AgeRow[]
  later: { mails: number; nextAt: number | null }
  /** in quiet hours: due steps of sequences, which are in no age before they end */
  quiet: { mails: number; until: number } | null
  /** mails that the mail server deferred, the next try first: some of them */
  deferred: readonly ShownFailure[]
  /** mails of letters, which are in no other count of waiting mails */
  letters: number
  lastAcceptedAt: number | null
  /** null where BOUNCE_MAILBOX is not set */
  mailbox: ShownMailbox | null
  outcomes: Outcomes
  /** the latest that suppress an address, then the latest others */
  reports: readonly ShownReport[]
  reportsInAll: number
  failures: readonly FailureRow[]
  failed: readonly ShownFailure[]
  /** null where no mail server is configured; `last` before the first result */
  doctor: { last: DoctorRun | null; isRunning: boolean } | null
}

export type MailCounts = Record<
  'due' | 'sending' | 'overdue' | 'dead' | 'uncertain' | 'kept',
  number
>

/** A reason why mail waits, in words. `reason` may quote the mail server. */
export type ShownStop = {
  kind: string
  effect: string
  cause: string | null
  reason: string
  remedy: string
  since: number | null
  nextTryAt: number | null
  lastLeavesAt: number | null
}

/** When the bounce mailbox was last read as a whole, and why it cannot be read. */
export type ShownMailbox = {
  readAt: number | null
  /** says how many mails wait in it for a person; null where none does */
  left: string | null
  trouble:
    | (Pick<ShownStop, 'effect' | 'reason' | 'remedy'> & { cause: string; since: number })
    | null
}

/**
 * Mails that could have left so long ago. `toMs` is null for the oldest. `awaited`: a visitor waits
 * for them.
 */
export type AgeRow = { fromMs: number; toMs: number | null; mails: number; awaited: number }

/** How mails of the last 7 days ended. `since`: later than that, where counting began later. */
export type Outcomes = {
  since: number | null
  rows: readonly OutcomeRow[]
  /** the sum of all other large providers */
  others: (OutcomeRow & { providers: number }) | null
  total: OutcomeRow
}
/**
 * `provider`: a domain; `other`: all domains that are no large provider. `returned`: bounces that
 * were reported about accepted mails.
 */
export type OutcomeRow = {
  provider: string
  accepted: number
  bounced: number
  refused: number
  returned: number
  complained: number
}

/** The reports about sent mails. */
export type ShownReport = Omit<MailReportRecord, 'reportedAt'> & {
  id: string
  /** null for a reader */
  personId: string | null
  email: string
  at: number
}

/**
 * How a mail failed: `uncertain`, `given up` after all tries, the mail server's status such as
 * `550 5.1.1`, or `other`.
 */
export type FailureKind = string
/** Mails that failed in one way. */
export type FailureRow = { kind: FailureKind; mails: number }
export type ShownFailure = {
  id: string
  /** null for a reader */
  personId: string | null
  email: string
  template: string
  /** of the last try; of a deferred mail, of the next one */
  dueAt: number
  kind: FailureKind
  reason: string
  personState: PersonState
}

/** The page that asks before an act on mail. */
export type MailQuestion =
  | { act: 'pause'; due: number }
  | { act: 'resume'; ready: number; lastLeavesAt: number | null; reason: string | null }
  | { act: 'hold'; due: number; sending: number }
  | { act: 'release'; mails: number; kept: boolean; sends: boolean; endsPause: boolean }
  | {
      act: 'retry'
      which: { mail?: string | undefined; kind?: string | undefined }
      /** the address of a single mail */
      email: string | null
      mails: number
      uncertain: boolean
      skipped: readonly { reason: string; mails: number }[]
    }

export type MailScreenView =
  | MailOverview
  | { screen: 'mail-failed'; failed: readonly ShownFailure[]; older: string | null }
  | { screen: 'mail-ask'; question: MailQuestion }
  | { screen: 'mail-kept'; mails: readonly KeptMail[]; page: number; pages: number }
  | { screen: 'mail-kept-one'; mail: KeptMail; view: MailView; headers: string; text: string }
