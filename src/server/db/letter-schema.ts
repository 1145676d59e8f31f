/** The tables of letters (LETTER-1 to LETTER-4): mails that an operator writes to the list. */
export type LetterSchema = {
  letters: LettersTable
  letter_counts: LetterCountsTable
  letter_slots: LetterSlotsTable
  letter_hours: LetterHoursTable
}

export const letterStates = ['draft', 'scheduled', 'sending', 'paused', 'stopped', 'done'] as const
export type LetterState = (typeof letterStates)[number]

/** LETTER-1 to LETTER-4: mails that an operator writes to the list. */
export type LettersTable = {
  id: string
  state: LetterState
  subject: string
  preview: string
  /** Markdown, with front matter if it has a language of its own (letters/stored-text.ts) */
  body: string
  /** a filter as in `state=confirmed&type=focus` */
  audience: string
  /** counts the saves: a save that names an older one is refused */
  revision: number
  created_at: number
  created_by: string
  saved_at: number
  saved_by: string
  tested_at: number | null
  /** when send was pressed: the audience is that of this moment */
  frozen_at: number | null
  sent_by: string | null
  /** when the first mail may go */
  planned_at: number | null
  /** the number of people that the confirmation page named */
  counted: number | null
  /** the id of the last person whose mail is queued; null before the first */
  cursor: string | null
  /** when all mails were queued */
  queued_at: number | null
  /** the ramp's clock: ms of sending before the last resume, and the time of that resume */
  sending_ms: number
  sending_since: number | null
  paused_at: number | null
  /** `operator`, the rule that stopped the letter (`bounces`, `complaints`), or `late` */
  paused_by: string | null
  /** mails whose outcome is known; the slot of a mail is a hundredth of it */
  ended: number
  /** the first slot that the stop rules consider: the one after the last resume */
  window_from: number
  ended_at: number | null
}

/**
 * Counts of a letter by provider (as in `mail_counts`). `outcome`: see letters/counts.ts. No
 * addresses.
 */
export type LetterCountsTable = {
  letter_id: string
  provider: string
  outcome: string
  count: number
}

/** LETTER-3: mails in the order of their sending, by the hundred, and what became of them. */
export type LetterSlotsTable = {
  letter_id: string
  slot: number
  sent: number
  bounced: number
  complained: number
}

/** Mails of a letter that were sent in the hour that begins at `hour`. */
export type LetterHoursTable = { letter_id: string; hour: number; sent: number }

export const letterTables = [
  `create table letters (
    id text primary key,
    state text not null,
    subject text not null,
    preview text not null,
    body text not null,
    audience text not null,
    revision integer not null,
    created_at integer not null,
    created_by text not null,
    saved_at integer not null,
    saved_by text not null,
    tested_at integer,
    frozen_at integer,
    sent_by text,
    planned_at integer,
    counted integer,
    cursor text,
    queued_at integer,
    sending_ms integer not null,
    sending_since integer,
    paused_at integer,
    paused_by text,
    ended integer not null,
    window_from integer not null,
    ended_at integer
  ) strict`,
  'create index letters_by_state on letters (state, planned_at)',

  `create table letter_counts (
    letter_id text not null,
    provider text not null,
    outcome text not null,
    count integer not null,
    primary key (letter_id, provider, outcome)
  ) strict`,
  `create table letter_slots (
    letter_id text not null,
    slot integer not null,
    sent integer not null,
    bounced integer not null,
    complained integer not null,
    primary key (letter_id, slot)
  ) strict`,
  `create table letter_hours (
    letter_id text not null,
    hour integer not null,
    sent integer not null,
    primary key (letter_id, hour)
  ) strict`,
]
