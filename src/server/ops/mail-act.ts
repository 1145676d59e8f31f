import type { Question } from '#contract/dashboard/ask.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { act } from '#server/acts/act.ts'
import { countRows } from '#server/db/rows.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { Time } from '#server/delivery/hold.ts'
import { readPause, unfinishedHold } from '#server/delivery/queue-pause.ts'
import type { DoctorConfig } from './doctor/doctor.ts'
import type { ReportConfig } from './mail-status.ts'

/**
 * `time`: the clock of an act that waits. `progress` gets a line of how far an act is; `mailQueued`
 * is called after a commit that made mails ready.
 */
export type MailActDeps = {
  store: Store
  config: ReportConfig & DoctorConfig
  sequence: SequenceCopy | null
  now: () => number
  time: Time
  progress: (line: string) => void
  mailQueued: () => void
}

export const mailAct = act<MailActDeps>()

export const asked = (words: Omit<Question, 'nav' | 'crumb' | 'note'>): Question => ({
  nav: 'mail',
  crumb: { label: 'Mail', path: navigation.mail.path },
  note: 'The log names you.',
  ...words,
})

export const nothing = (title: string, facts: Question['facts'] = {}): Question =>
  asked({ title, facts, button: null, back: 'Back to mail' })

/** Nothing else is done while a hold is unfinished: mails that are not held yet would be sent. */
export const holding = 'hold unfinished'
export const holdAgain = `${unfinishedHold}: mails that are not held yet may have been sent. Run npm run mail -- hold again to finish it, then resume and release.`
export const whileHolding = (result: unknown) => (result === holding ? holdAgain : null)

/** The outcome for the log: a word of the act, or what was counted. */
export const outcomeOf = (result: string | number, outcomes: Record<string, string>): string =>
  result === holding ? 'nothing was done, because a hold is at work' : outcomes[result]!

export const isHolding = async ({ db }: Store): Promise<boolean> =>
  (await readPause(db))?.reason === unfinishedHold

export const countIn = (db: Db, states: readonly MailState[]) =>
  countRows(
    db,
    db.selectFrom('outbox').where('personId', 'is not', null).where('state', 'in', states),
  )

export const leadsTo = () => navigation.mail.path

export const noServer = 'no mail server is configured'
