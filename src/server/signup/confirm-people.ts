import type { Transaction } from 'kysely'
import { isSilenced } from '#contract/waitlist.ts'
import { count } from '#server/counts/count.ts'
import { countsOfChange, countsOfFirstConfirmation } from '#server/counts/count-people.ts'
import type { Schema } from '#server/db/schema.ts'
import { enterLine } from '#server/line/change-line.ts'
import type { Press } from '#server/line/doubts.ts'
import { markGoal } from '#server/offers/goal.ts'
import { grantOffers } from '#server/offers/grant-offers.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import { welcomeDataOf } from '#server/outbox/pending-mail.ts'
import { resumeSequences } from '#server/outbox/sequence-state.ts'
import { openAfterConfirmation } from '#server/outbox/waiting-domains.ts'
import { readToChange } from './membership.ts'
import { isReturn, returnWaitMs, withRepeat } from './repeats.ts'

/** `press`: by which the person confirms, if they do it themselves. */
export type Confirmation = { personId: string; press: Press | null }

/**
 * Null for a person who is silenced (bounced, complained, suppressed) or does not exist. `waitMs`:
 * the person has come back too often, and can again after this time.
 */
export type ConfirmResult = 'done' | 'already' | { waitMs: number } | null

/**
 * Confirms people in this order: the second step of double opt-in. The first confirmation of a
 * person queues the welcome mail and grants offers (LIVE-5), and each one resumes a sequence that
 * waited for it, resets the mail limits and ends a suspension. Results come in the same order. The
 * number of statements does not depend on the number of people, but of those who come back.
 * `calendar` is the time by which a date decides, e.g. whether an offer has ended (clock/clock.ts).
 */
export async function confirmPeople(
  trx: Transaction<Schema>,
  confirmations: readonly Confirmation[],
  now: number,
  calendar: number = now,
): Promise<ConfirmResult[]> {
  const known = await readToChange(
    trx,
    confirmations.map(({ personId }) => personId),
  )
  const confirmed = new Map<string, Confirmed>()
  const results = confirmations.map(({ personId, press }): ConfirmResult => {
    const before = known.get(personId)
    if (!before || isSilenced(before.state)) return null
    if (before.state === 'confirmed' || confirmed.has(personId)) return 'already'
    // Only people who press themselves can repeat it without end.
    const waitMs = press ? returnWaitMs(before, now) : 0
    if (waitMs > 0) return { waitMs }
    confirmed.set(personId, { before, press })
    return 'done'
  })
  if (confirmed.size > 0) await store(trx, [...confirmed.values()], { now, calendar })
  return results
}

/** The same for one person. */
export const confirmPerson = async (
  trx: Transaction<Schema>,
  personId: string,
  now: number,
  press: Press | null = null,
  calendar: number = now,
): Promise<ConfirmResult> => (await confirmPeople(trx, [{ personId, press }], now, calendar))[0]!

type Person = Awaited<ReturnType<typeof readToChange>> extends Map<string, infer Row> ? Row : never
type Confirmed = { before: Person; press: Press | null }

async function store(
  trx: Transaction<Schema>,
  people: readonly Confirmed[],
  { now, calendar }: { now: number; calendar: number },
) {
  const ids = people.map(({ before }) => before.id)
  await trx
    .updateTable('people')
    .set({
      state: 'confirmed',
      confirmedAt: now,
      leftAt: null,
      recentMails: '[]',
      mailSuspendedUntil: null,
    })
    .where('id', 'in', ids)
    .execute()
  await noteReturns(trx, people, now)
  for (const { before } of people) {
    count(trx, countsOfChange(before, 'confirmed', now))
    if (isFirst(before)) count(trx, countsOfFirstConfirmation(before, now))
  }
  const welcome = people.flatMap(({ before }) =>
    isFirst(before) && before.placement !== 'import' ? [before] : [],
  )
  // A clock that is behind would make them late once it is right.
  await queueWelcome(trx, welcome, Math.max(now, calendar))
  grantOffers(trx, welcome, calendar)
  await resumeSequences(trx, ids, calendar)
  enterLine(
    trx,
    people.map(({ before, press }) => ({ id: before.id, returns: !isFirst(before), press })),
    calendar,
  )
  markGoal(trx, calendar)
  // Each confirmed person raises the budget of their domain, so its waiting first mails may leave.
  await openAfterConfirmation(
    trx,
    people.map(({ before }) => domainOf(before.email)),
    now,
  )
}

async function noteReturns(
  trx: Transaction<Schema>,
  people: readonly Confirmed[],
  now: number,
): Promise<void> {
  for (const { before, press } of people)
    if (press && isReturn(before))
      await trx
        .updateTable('people')
        .set({ repeats: withRepeat(before.repeats, 'return', now) })
        .where('id', '=', before.id)
        .execute()
}

/** `confirmedAt` stays set after leaving. */
const isFirst = (before: Person): boolean => before.confirmedAt === null

/** CALL-1: once per person. */
async function queueWelcome(
  trx: Transaction<Schema>,
  people: readonly Person[],
  now: number,
): Promise<void> {
  const data = await welcomeDataOf(
    trx,
    people.map(({ id }) => id),
  )
  await queueMails(
    trx,
    people.map(({ id, email }) => ({
      personId: id,
      email,
      template: 'welcome' as const,
      data: data.get(id)!,
    })),
    now,
  )
}
