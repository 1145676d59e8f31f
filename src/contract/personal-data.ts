import { amountInWords } from './amounts.ts'
import { mostSoftBounces, operatorTime } from './operator-times.ts'
import { jsonWithTimes } from './json-times.ts'
import type { LineRecord } from './line-record.ts'
import type { LiveOffer } from './live-figures.ts'
import type { QuizResult } from './quiz.ts'
import type { PersonState } from './waitlist.ts'

/**
 * A column of table `people` that is personal data. `field` is its name in JSON; the CSV column has
 * the same name in snake_case. `time` is in ms since 1970. `label` names it on /me, as 'Label:
 * value'; null where a sentence of that page shows it.
 */
export type PersonalColumn = {
  column: string
  field: string
  holds: 'text' | 'state' | 'time'
  nullable?: true
  label: string | null
  description: string
}

/**
 * Every personal column of `people`, declared once. /me, its download, `people -- show`, both
 * exports and the table in docs/operating.md follow from this list, in this order. Erasure deletes
 * the row, and backups and moves copy every column of it.
 */
export const personalColumns = [
  {
    column: 'email',
    field: 'email',
    holds: 'text',
    label: null,
    description: 'the address, trimmed and in lower case',
  },
  {
    column: 'state',
    field: 'state',
    holds: 'state',
    label: null,
    description: 'unconfirmed, confirmed, unsubscribed, bounced, complained or suppressed',
  },
  {
    column: 'placement',
    field: 'placement',
    holds: 'text',
    label: null,
    description: 'the form of the sign-up, or `import`',
  },
  {
    column: 'source',
    field: 'source',
    holds: 'text',
    label: null,
    description: "`utm_source`, or the import file's source; may be empty",
  },
  {
    column: 'utmMedium',
    field: 'medium',
    holds: 'text',
    label: null,
    description: '`utm_medium`; may be empty',
  },
  {
    column: 'utmCampaign',
    field: 'campaign',
    holds: 'text',
    label: null,
    description: '`utm_campaign`; may be empty',
  },
  {
    column: 'referrerHost',
    field: 'referrer',
    holds: 'text',
    label: null,
    description: 'the host of the page that linked here; may be empty',
  },
  {
    column: 'createdAt',
    field: 'joinedAt',
    holds: 'time',
    label: null,
    description: "when the person signed up; of an imported person the file's date",
  },
  {
    column: 'confirmedAt',
    field: 'confirmedAt',
    holds: 'time',
    nullable: true,
    label: null,
    description: 'when the person first confirmed',
  },
  {
    column: 'leftAt',
    field: 'leftAt',
    holds: 'time',
    nullable: true,
    label: null,
    description: 'when the person left the list',
  },
  {
    column: 'importedAt',
    field: 'importedAt',
    holds: 'time',
    nullable: true,
    label: null,
    description: 'when an import entered the person; null for a sign-up',
  },
  {
    column: 'mailSuspendedUntil',
    field: 'mailResumesAt',
    holds: 'time',
    nullable: true,
    label: 'Mail paused until',
    description: `until when no mail is sent, after ${amountInWords(mostSoftBounces, 'en')} soft bounces in ${operatorTime('softBounces')}; null if never`,
  },
] as const satisfies readonly PersonalColumn[]

type Declared = (typeof personalColumns)[number]
type ValueOf<C extends PersonalColumn> =
  | { text: string; state: PersonState; time: number }[C['holds']]
  | (C extends { nullable: true } ? null : never)
type ColumnValues = { [C in Declared as C['field']]: ValueOf<C> }

/**
 * All data about one person: the columns above, and the rows of other tables, oldest first. Names
 * that end in `At` are times in ms since 1970.
 */
export type PersonalData = ColumnValues & {
  consents: ConsentRecord[]
  offers: OfferRecord[]
  quizResults: SavedQuizResult[]
  /** QUIZ-9: left out where there is none */
  unconfirmedQuizResults?: UnconfirmedQuizResult[]
  mails: MailRecord[]
  reports: MailReportRecord[]
  /** progress in the mails on quiz results; null where none began */
  sequence: SequenceRecord | null
  links: { purpose: string; madeAt: number; endsAt: number | null }[]
  /** null where the line keeps nothing of them */
  line: LineRecord | null
}

/** `source` says where an imported consent was given, in the operator's words; else null. */
export type ConsentRecord = {
  version: string
  wording: string
  placement: string
  source: string | null
  givenAt: number
}
/** LIVE-5: `number` is that of the person's piece, from 1; null for an offer without pieces. */
export type OfferRecord = { offer: LiveOffer; number: number | null; grantedAt: number }
/** `sequence` is the state of the mails that follow the result; null before they begin. */
export type SavedQuizResult = QuizResult & {
  id: string
  savedAt: number
  sequence: { state: string; startedAt: number } | null
}
/** QUIZ-9: saved with the person's address by somebody who did not prove to be them. */
export type UnconfirmedQuizResult = Omit<SavedQuizResult, 'sequence'>

/**
 * `reason` is the mail server's last answer, or why the mail was not sent. `letter`: the subject of
 * the letter that the mail is of.
 */
export type MailRecord = {
  template: string
  letter?: string
  state: string
  queuedAt: number
  sentAt: number | null
  reason: string | null
}

/**
 * `refusal`: a mail server refused the mail for policy, `account`: for a reason of our own mail
 * account; both say nothing about the person. `unsubscribe`: they left at the mail provider.
 */
export type MailReportKind =
  | 'hard-bounce'
  | 'soft-bounce'
  | 'complaint'
  | 'out-of-office'
  | 'refusal'
  | 'account'
  | 'unsubscribe'

/**
 * What came back after a mail was sent. `via`: `smtp` for the mail server's answer, `mailbox`, or
 * the provider of a webhook. `reason`: the mail server's words.
 */
export type MailReportRecord = {
  kind: MailReportKind
  via: string
  reportedAt: number
  reason: string
}

/**
 * `step` is the last step; `firstAt` and `lastAt` are the times of the first and the last one;
 * `dueAt` is when the next one is considered; `firstsAt` are the queue times of the last three
 * first mails.
 */
export type SequenceRecord = {
  step: string | null
  firstAt: number | null
  lastAt: number | null
  dueAt: number | null
  firstsAt: number[]
}

/** JSON with times as ISO 8601 in UTC. */
export const personalDataAsJson = (person: PersonalData, indent?: number): string =>
  jsonWithTimes(person, indent)
