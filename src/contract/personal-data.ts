import type { QuizResult } from './quiz.ts'
import type { PersonState } from './waitlist.ts'

/** Everything that is kept about one person. Names that end in `At` are times in ms since 1970. */
export type KeptPerson = {
  email: string
  state: PersonState
  placement: string
  /** `utm_source`, or what an import's file says */
  source: string
  /** `utm_medium`, `utm_campaign` and the host of the page that led here; each may be empty */
  medium: string
  campaign: string
  referrer: string
  joinedAt: number
  confirmedAt: number | null
  leftAt: number | null
  /** when an import entered them; null for who signed up here */
  importedAt: number | null
  /** oldest first */
  consents: KeptConsent[]
  quizResults: KeptQuizResult[]
  mails: KeptMailNote[]
  /** how far the mails on quiz results have come; null where none began */
  sequence: KeptSequence | null
  links: { purpose: string; madeAt: number; endsAt: number | null }[]
}

/** `source` is where an imported consent was given, as the operator has it; null for one that was given here. */
export type KeptConsent = {
  version: string
  wording: string
  placement: string
  source: string | null
  givenAt: number
}
/** `sequence` is the state of the mails that follow the result; null before they begin. */
export type KeptQuizResult = QuizResult & {
  id: string
  savedAt: number
  sequence: { state: string; startedAt: number } | null
}
/** `reason` is the mail server's last answer, or why the mail was not sent. */
export type KeptMailNote = {
  template: string
  state: string
  queuedAt: number
  sentAt: number | null
  reason: string | null
}

/** The step that came last, when the first and the last one did, when it is looked at next, and when the last three first ones were queued. */
export type KeptSequence = {
  step: string | null
  firstAt: number | null
  lastAt: number | null
  dueAt: number | null
  firstsAt: number[]
}

/** As a file: times are written out (ISO 8601, UTC). */
export const keptAsJson = (kept: KeptPerson, indent?: number): string =>
  JSON.stringify(
    kept,
    (key, value: unknown) => (/[a-z]At$/.test(key) ? writtenOut(value) : value),
    indent,
  )

const writtenOut = (time: unknown): unknown =>
  Array.isArray(time)
    ? time.map(writtenOut)
    : typeof time === 'number'
      ? new Date(time).toISOString()
      : time
