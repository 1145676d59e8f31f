import type { Language } from '#contract/campaign/languages.ts'
import { subjectOf, type LetterProblem } from '#contract/letters/letters.ts'
import type { Db, Store } from '#server/db/store.ts'
import { act, type Act, type ActDeps } from '#server/acts/act.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import type { AudiencePart } from './audience.ts'
import {
  letterOf,
  readLetter,
  type Letter,
  letterForLog,
  createLetter,
  noteTest,
  saveLetter,
  type Draft,
  type Saved,
} from './letter.ts'
import { checkLetter, type TextRules } from './check.ts'
import { beginRuns } from './runs.ts'

/**
 * Send, pressed on the confirmation page: `revision` and `counted` are what it showed. `at`: the
 * time of a scheduled letter (ms), null for now.
 */
type Press = { id: string; revision: number; counted: number; at: number | null; by: string }

/** `changed`: somebody saved, sent or scheduled it since the page was shown. */
export type Pressed =
  | { outcome: 'sent'; letter: Letter }
  | { outcome: 'changed'; letter: Letter }
  | { outcome: 'refused'; letter: Letter; problems: readonly LetterProblem[] }
  | { outcome: 'past'; letter: Letter }
  | { outcome: 'unknown' }

/** A page that was read for a while does not make its time a past one. */
const pastMs = 60_000

/**
 * LETTER-2: freezes the audience and begins or schedules the letter. Pressed twice at once, it
 * sends once.
 */
export async function pressSend(
  store: Store,
  press: Press,
  rules: TextRules,
  now: number,
): Promise<Pressed> {
  const letter = await readLetter(store.db, press.id)
  if (!letter) return { outcome: 'unknown' }
  if (letter.state !== 'draft' || letter.revision !== press.revision)
    return { outcome: 'changed', letter }
  if (press.at !== null && press.at < now - pastMs) return { outcome: 'past', letter }
  const { problems, parts } = await checkLetter(letter, { ...rules, db: store.db })
  if (problems.length > 0) return { outcome: 'refused', letter, problems }
  return freeze(store, press, parts, now)
}

/** Whoever confirms after `now` gets no copy: the people were counted since. */
const freeze = (
  store: Store,
  press: Press,
  parts: readonly AudiencePart[],
  now: number,
): Promise<Pressed> =>
  store.transact(async (trx) => {
    const isLater = press.at !== null && press.at > now
    const sent = await trx
      .updateTable('letters')
      .set({
        state: isLater ? 'scheduled' : 'sending',
        frozenAt: now,
        sentBy: press.by,
        plannedAt: isLater ? press.at : now,
        counted: press.counted,
        movedAt: isLater ? press.at : now,
        sendingMs: 0,
        sendingSince: isLater ? null : now,
      })
      .where('id', '=', press.id)
      .where('state', '=', 'draft')
      .where('revision', '=', press.revision)
      .returningAll()
      .executeTakeFirst()
    if (sent) {
      await beginRuns(trx, sent, parts)
      return { outcome: 'sent', letter: await letterOf(trx, sent) }
    }
    const letter = await readLetter(trx, press.id)
    return letter ? { outcome: 'changed', letter } : { outcome: 'unknown' }
  })

/*
 * The acts on a letter that have a form, a preview or a report of their own: their screens and
 * commands call `perform`.
 */

type DraftToSave = { draft: Draft; id?: string | undefined; revision: number }

/** LETTER-1: saves a draft; without an id a new one. */
export const saveDraft = act<ActDeps>()<DraftToSave, DraftToSave, unknown, Saved>({
  name: 'save-letter',
  said: 'Saved a letter',
  details: ({ subject: { draft } }) => letterForLog(subjectOf(draft)),
  run: ({ store, now }, { subject: { id, revision, draft }, by }) =>
    store.transact(async (trx) =>
      id === undefined
        ? { outcome: 'saved', letter: await createLetter(trx, draft, by, now()) }
        : saveLetter(trx, { id, revision, ...draft }, by, now()),
    ),
  outcome: ({ outcome }) => (outcome === 'saved' ? 'done' : 'nothing saved, it had changed'),
})

/** LETTER-1: a test to one address, a mail for each of the `languages`. */
type TestFields = { to: string; languages: readonly Language[] }

export const testLetter = act<ActDeps>()<Letter, Letter, TestFields, void>({
  name: 'test-letter',
  said: 'Queued a test of a letter',
  details: ({ subject }) => letterForLog(subjectOf(subject)),
  run: ({ store, now }, { subject, fields: { to, languages } }) =>
    store.transact(async (trx) => {
      for (const language of languages) {
        const data = { letterId: subject.id, language }
        await queueOperatorMail(trx, { email: to, template: 'letter-test', data }, now())
      }
      await noteTest(trx, subject, now())
    }),
  outcome: () => 'done',
})

/** `calendar`: the time that decides when a letter begins. */
type SendDeps = ActDeps & { rules: TextRules; calendar: () => number }

/** LETTER-2: of two operators at once, one sends it and the other is told. */
const sending = (name: 'send-letter' | 'schedule-letter', said: string) =>
  act<SendDeps>()<Letter, Letter, Omit<Press, 'id' | 'by'>, Pressed>({
    name,
    said,
    details: ({ subject, fields: { counted } }) => ({
      ...letterForLog(subjectOf(subject)),
      people: counted,
    }),
    run: async ({ store, rules, calendar }, { subject: { id }, fields, by }) =>
      unlessSentBefore(store.db, await pressSend(store, { id, ...fields, by }, rules, calendar())),
    outcome: ({ outcome }) => outcomesOfSend[outcome],
  })

/** While this press was checked, another may have sent the letter: that is the reason to tell. */
async function unlessSentBefore(db: Db, pressed: Pressed): Promise<Pressed> {
  if (pressed.outcome === 'sent' || pressed.outcome === 'unknown') return pressed
  const letter = await readLetter(db, pressed.letter.id)
  return letter && letter.state !== 'draft' ? { outcome: 'changed', letter } : pressed
}

export const sendNow = sending('send-letter', 'Sent a letter')
export const schedule = sending('schedule-letter', 'Scheduled a letter')

export const sendActs: readonly Act<SendDeps>[] = [saveDraft, testLetter, sendNow, schedule]

/** The outcome of a press of 'send' for the log. */
const outcomesOfSend: Record<Pressed['outcome'], string> = {
  sent: 'done',
  changed: 'nothing was sent, somebody had changed or sent it before',
  refused: 'nothing was sent, it has problems',
  past: 'nothing was sent, the time is in the past',
  unknown: 'nothing was sent, there is no such letter',
}
