import { sql, type Transaction } from 'kysely'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'
import type { LetterStops, StopLimit } from '#contract/letters/letters.ts'
import { hourMs } from '#contract/time.ts'
import type { Log } from '#server/config/log.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  countLetterMails,
  countOfLetters,
  type LetterMailRow,
} from '#server/outbox/letter-counts.ts'
import type { Db } from '#server/db/store.ts'
import { pauseLetter } from './states.ts'

/** `found` bounces or complaints in `mails` mails: the letter stops above `most`. */
export type StopCheck = {
  rule: 'bounces' | 'complaints'
  found: number
  mails: number
  most: number
}

/** A mail of a letter that ended. `outcome`: the mail server's answer, or that there is none. */
export type EndedLetterMail = {
  id: string
  letterId: string
  letterLanguage: Language | null
  domain: string
  outcome: 'accepted' | 'bounced' | 'refused' | 'kept'
}

/**
 * LETTER-3: counts mails that ended, gives each its slot, and pauses letters that are above a limit
 * of bounces, in the transaction of the outcomes. Returns the letters that it paused.
 */
export async function recordLetterMails(
  trx: Transaction<Schema>,
  mails: readonly EndedLetterMail[],
  now: number,
): Promise<LetterStop[]> {
  const stops: LetterStop[] = []
  // In sorted order, so that two servers cannot deadlock.
  const byLetter = [...Map.groupBy(mails, ({ letterId }) => letterId)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  for (const [letterId, ended] of byLetter) {
    await addToSlots(trx, letterId, ended, now)
    await addToHour(trx, letterId, ended.length, now)
    if (!ended.some(isBounce)) continue
    const stop = await applyStopRules(trx, letterId, now)
    if (stop) stops.push(stop)
  }
  await countLetterMails(trx, mails)
  return stops
}

const isBounce = ({ outcome }: EndedLetterMail) => outcome === 'bounced'

/** The letter's row is locked until the commit: two servers number their mails one after another. */
async function addToSlots(
  trx: Transaction<Schema>,
  letterId: string,
  mails: readonly EndedLetterMail[],
  now: number,
): Promise<void> {
  const letter = await trx
    .updateTable('letters')
    .set({ ended: sql`ended + ${mails.length}`, movedAt: now })
    .where('id', '=', letterId)
    .returning('ended')
    .executeTakeFirst()
  if (!letter) return
  const first = letter.ended - mails.length
  for (const [slot, inSlot] of Map.groupBy(mails, (_, index) => slotOf(first + index))) {
    const bounced = inSlot.filter(isBounce).length
    await addToSlot(trx, { letterId, slot, sent: inSlot.length, bounced, complained: 0 })
    await trx
      .updateTable('outbox')
      .set({ letterSlot: slot })
      .where(
        'id',
        'in',
        inSlot.map(({ id }) => id),
      )
      .execute()
  }
}

const addToSlot = (trx: Transaction<Schema>, row: Schema['letter_slots']) =>
  trx
    .insertInto('letter_slots')
    .values(row)
    .onConflict((same) =>
      same.columns(['letterId', 'slot']).doUpdateSet({
        sent: sql`letter_slots.sent + excluded.sent`,
        bounced: sql`letter_slots.bounced + excluded.bounced`,
        complained: sql`letter_slots.complained + excluded.complained`,
      }),
    )
    .execute()

const addToHour = (trx: Transaction<Schema>, letterId: string, sent: number, now: number) =>
  trx
    .insertInto('letter_hours')
    .values({ letterId, hour: now - (now % hourMs), sent })
    .onConflict((same) =>
      same
        .columns(['letterId', 'hour'])
        .doUpdateSet({ sent: sql`letter_hours.sent + excluded.sent` }),
    )
    .execute()

/** Takes back what was counted of mails that are due again. Leaves out mails of no letter. */
export async function uncountLetterMails(
  trx: Transaction<Schema>,
  mails: readonly (LetterMailRow & { letterSlot: number | null })[],
  outcome: 'refused' | 'kept',
): Promise<void> {
  await countOfLetters(trx, mails, outcome, -1)
  for (const [letterId, ofLetter] of Map.groupBy(mails, (mail) => mail.letterId)) {
    if (letterId === null) continue
    for (const [slot, { length }] of Map.groupBy(ofLetter, (mail) => mail.letterSlot))
      if (slot !== null)
        await addToSlot(trx, { letterId, slot, sent: -length, bounced: 0, complained: 0 })
  }
}

/** `letterSlot`: `outbox.letterSlot`; null where the report came before the answer was stored. */
type ReportedLetterMail = Omit<EndedLetterMail, 'id' | 'outcome'> & { letterSlot: number | null }

/**
 * BACK-4: counts what was reported about an accepted mail of a letter. A hard bounce or complaint
 * counts in the slot of the mail too; returns the stop if that pauses the letter.
 */
export async function recordLetterReport(
  trx: Transaction<Schema>,
  { letterSlot, ...mail }: ReportedLetterMail,
  outcome: 'returned' | 'complained' | 'declined',
  now: number,
): Promise<LetterStop | null> {
  const { letterId } = mail
  if (outcome === 'declined') {
    await countLetterMails(trx, [{ ...mail, outcome }])
    return null
  }
  const letter = await trx
    .updateTable('letters')
    .set({ ended: sql`ended` })
    .where('id', '=', letterId)
    .returning('ended')
    .executeTakeFirst()
  if (!letter) return null
  await addToSlot(trx, {
    letterId,
    slot: letterSlot ?? slotOf(letter.ended),
    sent: 0,
    bounced: outcome === 'returned' ? 1 : 0,
    complained: outcome === 'complained' ? 1 : 0,
  })
  await countLetterMails(trx, [{ ...mail, outcome }])
  return applyStopRules(trx, letterId, now)
}

const mailsOfSlot = 100

/** The slot of the mail that ended as number `ended`, from 0. */
export const slotOf = (ended: number): number => Math.floor(ended / mailsOfSlot)

export type Slot = Pick<Schema['letter_slots'], 'slot' | 'sent' | 'bounced' | 'complained'>

/**
 * LETTER-3: how far a letter is from its limits. `slots`: those since the last resume, in their
 * order. Bounces are those of the last 2,000 mails, complaints those of all accepted mails.
 */
export function checkSlots(slots: readonly Slot[], limits: LetterStops): StopCheck[] {
  const recent = slots.slice(-Math.ceil(limits.bounces.of / mailsOfSlot))
  const [ended, accepted] = [sumOf(recent, 'sent'), sumOf(slots, 'sent') - sumOf(slots, 'bounced')]
  return [
    {
      rule: 'bounces',
      found: sumOf(recent, 'bounced'),
      mails: ended,
      most: mostOf(limits.bounces, ended),
    },
    {
      rule: 'complaints',
      found: sumOf(slots, 'complained'),
      mails: accepted,
      most: mostOf(limits.complaints, accepted),
    },
  ]
}

export const isExceeded = ({ found, most }: StopCheck): boolean => found > most

const mostOf = ({ atLeast, share }: StopLimit, mails: number) => Math.max(atLeast, share * mails)
const sumOf = (slots: readonly Slot[], what: 'sent' | 'bounced' | 'complained') =>
  slots.reduce((sum, slot) => sum + slot[what], 0)

/** The checks of a letter as they are now; null if it does not exist. */
export async function readStopChecks(db: Db, letterId: string): Promise<StopCheck[] | null> {
  const letter = await db
    .selectFrom('letters')
    .select('windowFrom')
    .where('id', '=', letterId)
    .executeTakeFirst()
  if (!letter) return null
  const slots = await db
    .selectFrom('letter_slots')
    .select(['slot', 'sent', 'bounced', 'complained'])
    .where('letterId', '=', letterId)
    .where('slot', '>=', letter.windowFrom)
    .orderBy('slot')
    .execute()
  return checkSlots(slots, campaign.letters.stops)
}

/** A letter that stopped by itself. It is paused until an operator resumes it. */
export type LetterStop = { letterId: string } & StopCheck

/**
 * Pauses a letter that is being sent if it is above a limit, in the transaction of the bounce or
 * complaint. Call it after the change of `letter_slots`.
 */
async function applyStopRules(
  trx: Transaction<Schema>,
  letterId: string,
  now: number,
): Promise<LetterStop | null> {
  const exceeded = (await readStopChecks(trx, letterId))?.find(isExceeded)
  if (!exceeded) return null
  const { outcome } = await pauseLetter(trx, letterId, exceeded.rule, now)
  return outcome === 'done' ? { letterId, ...exceeded } : null
}

export type StopLog = {
  log: Pick<Log, 'error'>
  metrics?: { letterStops: { inc(labels: { rule: string }): void } } | undefined
}

/** LETTER-3: says that a letter stopped by itself, after the commit that paused it. */
export function logLetterStop({ log, metrics }: StopLog, stop: LetterStop): void {
  const { letterId: letter, rule, found, mails, most } = stop
  metrics?.letterStops.inc({ rule })
  log.error({ letter, rule, found, mails, most }, 'a letter stopped by itself')
}

/** Says that nothing could be sent of these letters for 72 hours, after the commit that paused them. */
export function logLateLetters({ log, metrics }: StopLog, letterIds: readonly string[]): void {
  for (const letter of letterIds) {
    metrics?.letterStops.inc({ rule: 'late' })
    log.error({ letter }, `a letter sent nothing for ${operatorTime('lateLetter')}: it is paused`)
  }
}
