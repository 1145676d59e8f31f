import type { Language } from '#contract/campaign/languages.ts'
import type { LetterState, LetterText, PausedBy } from '#contract/letters/letters.ts'

/** The tables of letters (LETTER-1 to LETTER-4): mails that an operator writes to the list. */
export type LetterSchema = {
  letters: LettersTable
  letter_texts: LetterTextsTable
  letter_runs: LetterRunsTable
  letter_counts: LetterCountsTable
  letter_slots: LetterSlotsTable
  letter_hours: LetterHoursTable
}

/** LETTER-1 to LETTER-4: mails that an operator writes to the list. */
export type LettersTable = {
  id: string
  state: LetterState
  /** the language of the text for people without one in theirs */
  fallback: Language
  /** a filter as in `state=confirmed&type=focus` */
  audience: string
  /** counts the saves: a save that names an older one is refused */
  revision: number
  createdAt: number
  createdBy: string
  savedAt: number
  savedBy: string
  testedAt: number | null
  /** when send was pressed: the audience is that of this moment */
  frozenAt: number | null
  sentBy: string | null
  /** when the first mail may go */
  plannedAt: number | null
  /** the number of people that the confirmation page named */
  counted: number | null
  /** when a mail of it last ended; before that its planned time, or its last resume */
  movedAt: number | null
  /** the ramp's clock: ms of sending before the last resume, and the time of that resume */
  sendingMs: number
  sendingSince: number | null
  pausedAt: number | null
  pausedBy: PausedBy | null
  /** mails whose outcome is known; the slot of a mail is a hundredth of it */
  ended: number
  /** the first slot that the stop rules consider: the one after the last resume */
  windowFrom: number
  endedAt: number | null
}

/** LETTER-1: the text of a letter in one language. `body` is Markdown. */
export type LetterTextsTable = LetterText & { letterId: string; language: Language }

/**
 * LETTER-2: what is left of a letter at one provider (letters/runs.ts). It is deleted when the
 * letter ends.
 */
type LetterRunsTable = {
  letterId: string
  provider: string
  /** how many people it is for, when send was pressed */
  people: number
  /** mails that it has put into the outbox */
  fed: number
  /** everybody up to this id has their mail, or gets none */
  cursor: string
  /** when the last person was passed */
  endedAt: number | null
}

/**
 * Counts of a letter by provider (as in `mail_counts`) and by the language of the text. It is empty for
 * people who were counted and had no mail when their turn came. `outcome`: see letters/letter.ts. No
 * addresses.
 */
export type LetterCountsTable = {
  letterId: string
  provider: string
  language: Language
  outcome: string
  count: number
}

/** LETTER-3: mails in the order of their sending, by the hundred, and what became of them. */
type LetterSlotsTable = {
  letterId: string
  slot: number
  sent: number
  bounced: number
  complained: number
}

/** Mails of a letter that were sent in the hour that begins at `hour`. */
type LetterHoursTable = { letterId: string; hour: number; sent: number }

export const letterTables = [
  `create table letters (
    id text primary key,
    state text not null,
    fallback text not null,
    audience text not null,
    revision integer not null,
    "createdAt" integer not null,
    "createdBy" text not null,
    "savedAt" integer not null,
    "savedBy" text not null,
    "testedAt" integer,
    "frozenAt" integer,
    "sentBy" text,
    "plannedAt" integer,
    counted integer,
    "movedAt" integer,
    "sendingMs" integer not null,
    "sendingSince" integer,
    "pausedAt" integer,
    "pausedBy" text,
    ended integer not null,
    "windowFrom" integer not null,
    "endedAt" integer
  ) strict`,
  'create index letters_by_state on letters (state, "plannedAt")',

  `create table letter_texts (
    "letterId" text not null references letters (id) on delete cascade,
    language text not null,
    subject text not null,
    preview text not null,
    body text not null,
    primary key ("letterId", language)
  ) strict`,
  `create table letter_runs (
    "letterId" text not null,
    provider text not null,
    people integer not null,
    fed integer not null,
    cursor text not null,
    "endedAt" integer,
    primary key ("letterId", provider)
  ) strict`,
  `create table letter_counts (
    "letterId" text not null,
    provider text not null,
    language text not null,
    outcome text not null,
    count integer not null,
    primary key ("letterId", provider, language, outcome)
  ) strict`,
  `create table letter_slots (
    "letterId" text not null,
    slot integer not null,
    sent integer not null,
    bounced integer not null,
    complained integer not null,
    primary key ("letterId", slot)
  ) strict`,
  `create table letter_hours (
    "letterId" text not null,
    hour integer not null,
    sent integer not null,
    primary key ("letterId", hour)
  ) strict`,
]
