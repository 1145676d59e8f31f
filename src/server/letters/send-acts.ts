import { act, type Act, type ActDeps } from '#server/acts/act.ts'
import type { Db } from '#server/db/store.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { letterForLog, outcomesOfSend } from './describe.ts'
import {
  createLetter,
  noteTest,
  readLetter,
  saveLetter,
  type Draft,
  type Letter,
  type Saved,
} from './letter.ts'
import { pressSend, type Press, type Pressed, type TextRules } from './send.ts'

/*
 * The acts on a letter that have a form, a preview or a report of their own: their screens and
 * commands call `perform`.
 */

type DraftToSave = { draft: Draft; id?: string | undefined; revision: number }

/** LETTER-1: saves a draft; without an id a new one. */
export const saveDraft = act<ActDeps>()<DraftToSave, DraftToSave, unknown, Saved>({
  name: 'save-letter',
  said: 'Saved a letter',
  details: ({ subject: { draft } }) => letterForLog(draft.text.subject),
  run: ({ store, now }, { subject: { id, revision, draft }, by }) =>
    store.transact(async (trx) =>
      id === undefined
        ? { outcome: 'saved', letter: await createLetter(trx, draft, by, now()) }
        : saveLetter(trx, { id, revision, ...draft }, by, now()),
    ),
  outcome: ({ outcome }) => (outcome === 'saved' ? 'done' : 'nothing saved, it had changed'),
})

/** LETTER-1: a test to one address. */
export const testLetter = act<ActDeps>()<Letter, Letter, { to: string }, void>({
  name: 'test-letter',
  said: 'Queued a test of a letter',
  details: ({ subject: { text } }) => letterForLog(text.subject),
  run: ({ store, now }, { subject, fields: { to } }) =>
    store.transact(async (trx) => {
      const data = { letterId: subject.id }
      await queueOperatorMail(trx, { email: to, template: 'letter-test', data }, now())
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
    details: ({ subject: { text }, fields: { counted } }) => ({
      ...letterForLog(text.subject),
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
