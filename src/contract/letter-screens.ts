import type { DoctorCheckKey } from './doctor.ts'
import type {
  LetterAudience,
  LetterCounts,
  LetterProblem,
  LetterRules,
  LetterState,
  LetterText,
  ProviderLetterCounts,
} from './letters.ts'
import type { MailDestination } from './mail-screens.ts'
import type { LetterGap } from './mails.ts'
import { originName, type PeopleCount, type StateCounts } from './people-list.ts'

/** The acts that each ask on a page of their own. */
export type LetterAct = 'pause' | 'resume' | 'stop' | 'unschedule' | 'delete'

export const letterPath = (id: string): string => `/dashboard/letters/${id}`
/** Paths below the list of letters (`navigation.letters`); `id` is a letter's. */
export const letterPaths = {
  new: '/dashboard/letters/new',
  /** a new one with a text of the campaign (`MailCopy.letterStarts`) */
  start: (name: string) => `/dashboard/letters/new?start=${encodeURIComponent(name)}`,
  preview: (id: string) => `${letterPath(id)}/preview`,
  previewBody: (id: string) => `${letterPath(id)}/preview/body`,
  test: (id: string) => `${letterPath(id)}/test`,
  send: (id: string) => `${letterPath(id)}/send`,
  copy: (id: string) => `${letterPath(id)}/copy`,
  undelivered: (id: string) => `${letterPath(id)}/not-delivered`,
  act: (id: string, act: LetterAct) => `${letterPath(id)}/${act}`,
} as const

/** The fields of a letter's form. */
export type LetterFields = Required<LetterText> & LetterAudience

export type LetterRow = {
  id: string
  subject: string
  state: LetterState
  pausedBy: string | null
  /** saved, planned, begun, paused or ended: the time that its state names */
  atMs: number
  /** how many people it is for; null for a draft */
  people: number | null
  counts: LetterCounts
}

/** `mails` that have left by a time; of a plan, or counted. */
export type CurvePoint = { atMs: number; mails: number }

/** `found` bounces or complaints in `mails` mails: the letter stops above `most`. */
export type StopCheck = {
  rule: 'bounces' | 'complaints'
  found: number
  mails: number
  most: number
}

export type AudienceByProvider = {
  provider: string
  people: number
  /** mails of the last 7 days to the provider, and those that bounced */
  mails: number
  bounced: number
}

/** The form of a draft. `theirs`: what somebody else saved while this was edited. */
export type LetterForm = {
  /** null for a letter that is not saved yet */
  id: string | null
  revision: number
  fields: LetterFields
  languages: readonly string[]
  saved: { atMs: number; by: string } | null
  origins: readonly string[]
  count: PeopleCount
  /** people who match and are not confirmed, or get no mail */
  others: StateCounts
  problems: readonly LetterProblem[]
  warnings: readonly string[]
  /**
   * The gaps of a text in which nobody has written yet, whose problems are shown once it is edited,
   * tested or sent. Null once it is.
   */
  toFillIn: readonly LetterGap[] | null
  /** when a test of this text was sent */
  testedAtMs: number | null
  /** fields that differ from what is saved */
  isUnsaved: boolean
  /** the sender as a mailbox shows it */
  sender: string
  /** `gone`: somebody deleted it; with `id` null, Save keeps the text as a new draft */
  wrong?: 'problems' | 'conflict' | 'gone' | undefined
  theirs?: SavedByAnother | undefined
}

/** `by` and `atMs`: of the last save, or of the act that followed it. */
export type SavedByAnother = {
  id: string
  fields: LetterFields
  state: LetterState
  by: string
  atMs: number
}

/** LETTER-2: everything that the operator should know before sending. */
export type LetterQuestion = {
  id: string
  revision: number
  subject: string
  audience: LetterAudience
  people: number
  problems: readonly LetterProblem[]
  /** what does not prevent sending, such as its size */
  warnings: readonly string[]
  testedAtMs: number | null
  providers: readonly AudienceByProvider[]
  plan: readonly CurvePoint[]
  rules: LetterRules
  /** MAILS_PER_HOUR; null without limits */
  mailsPerHour: number | null
  /** as typed: a day and a time in the campaign's zone; empty for now */
  day: string
  time: string
  timeZone: string
  destination: MailDestination
  /** the mail doctor's last result, with the checks that are wrong; null before the first */
  doctor: { atMs: number; wrong: readonly DoctorCheckKey[] } | null
  /** why mail does not flow, e.g. paused; empty if it does */
  mailStops: readonly string[]
  wrong?: 'past' | 'skipped' | 'no-such-day' | 'unreadable' | 'changed' | 'problems' | undefined
}

export type LetterProgress = {
  id: string
  destination: MailDestination
  state: LetterState
  subject: string
  audience: LetterAudience
  people: number
  /** how many may have it although the store does not know it; null unless it is held */
  mayHaveIt: number | null
  sentBy: string
  plannedAtMs: number
  pausedAtMs: number | null
  pausedBy: string | null
  /** in all; the plan does not include it */
  pausedMs: number
  endedAtMs: number | null
  doneByMs: number | null
  counts: LetterCounts
  providers: readonly ProviderLetterCounts[]
  plan: readonly CurvePoint[]
  sent: readonly CurvePoint[]
  checks: readonly StopCheck[]
}

/** A mail of a letter that was not delivered. A reader gets a masked address and no `personId`. */
/**
 * Why a recipient did not get a letter. `full`, `policy` and `account` suppress nobody: the mailbox
 * was full or closed, their server refused the mail, or the words were about the mail account.
 */
export type UndeliveredKind =
  | 'bounced'
  | 'complained'
  | 'refused'
  | 'policy'
  | 'full'
  | 'account'
  | 'uncertain'
  | 'overdue'
  | 'not sent'

export type UndeliveredMail = {
  id: string
  personId: string | null
  email: string
  atMs: number
  kind: UndeliveredKind
  reason: string
}

/** How a letter is previewed: as HTML at two widths and in the dark scheme, or its text part. */
export const letterViews = { html: '600', phone: '375', dark: 'dark', text: 'text' } as const
export type LetterViewName = keyof typeof letterViews

export type LetterPreview = {
  id: string
  state: LetterState
  sender: string
  fields: LetterFields
  view: LetterViewName
  /** null while problems keep it from being rendered */
  rendered: { subject: string; text: string; htmlBytes: number; textBytes: number } | null
  problems: readonly LetterProblem[]
}

/** The screens of LETTER-1 to LETTER-4. Times are in ms since 1970. */
export type LetterScreenView =
  | { screen: 'letters'; letters: readonly LetterRow[]; count: PeopleCount; isMore: boolean }
  | ({ screen: 'letter-compose' } & LetterForm)
  | ({ screen: 'letter-preview' } & LetterPreview)
  /** `typed`: the address for the test, where the operator has none */
  | {
      screen: 'letter-test'
      id: string
      subject: string
      to: string | null
      typed: string
      destination: MailDestination
      wrong?: 'address' | 'problems' | 'too-many' | undefined
    }
  | ({ screen: 'letter-confirm' } & LetterQuestion)
  | ({ screen: 'letter' } & LetterProgress)
  | {
      screen: 'letter-undelivered'
      id: string
      subject: string
      mails: readonly UndeliveredMail[]
      isMore: boolean
    }
  /** 413: the form is larger than any letter */
  | { screen: 'letter-too-large'; wrong: 'too-large' }

/** The audience in words, as `Confirmed people, quiz type focus`. */
export function describeAudience({ type, source }: LetterAudience): string {
  const parts = [
    type === 'none' ? 'without a quiz result' : type && `quiz type ${type}`,
    source && `from ${originName(source)[0]}`,
  ].filter(Boolean)
  return parts.length === 0 ? 'All confirmed people' : `Confirmed people, ${parts.join(', ')}`
}

/** Mails that the mail server has answered. */
export const sentOf = ({ accepted, bounced, refused, uncertain }: LetterCounts): number =>
  accepted + bounced + refused + uncertain
