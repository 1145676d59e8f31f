import type { Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { minuteMs } from '#contract/time.ts'
import { isSilenced, type PersonState } from '#contract/people/waitlist.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { countSkipped } from '#server/outbox/letter-counts.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { stepCancelled } from '#server/sequence/progress.ts'
import type { Candidate } from './candidates.ts'
import type { ClaimTerms } from './leases.ts'
import { isLate, setOverdue } from './overdue.ts'

type Mail = { id: string; template: string; createdAt: number; data: MailData }
/** `stepMail` is the mail that this person's progress in the sequence waits for. */
type Person = {
  state: PersonState
  leftAt: number | null
  mailSuspendedUntil: number | null
  stepMail: string | null
}

/**
 * Why a mail must not be sent any more, or null. Checked when a mail is claimed and again before it
 * is sent. A person who left gets only a confirm mail that was requested afterwards.
 */
export function whyUnwanted(
  mail: Mail,
  person: Person,
  sequence: SequenceCopy | null,
  now: number,
): string | null {
  if (isSilenced(person.state)) return `the address is ${person.state}`
  if ((person.mailSuspendedUntil ?? 0) > now) return 'mail to the address is suspended'
  if (
    person.state === 'unsubscribed' &&
    !(mail.template === 'confirm' && mail.createdAt >= (person.leftAt ?? 0))
  )
    return 'left the list'
  if (person.state === 'confirmed' && mail.template === 'confirm') return 'confirmed meanwhile'
  if (person.state !== 'confirmed' && mail.template === 'letter') return 'not confirmed'
  return mail.template === 'sequence' ? whyUnwantedStep(mail, person, sequence) : null
}

function whyUnwantedStep(
  { id, data }: Mail,
  { stepMail }: Person,
  sequence: SequenceCopy | null,
): string | null {
  const step = sequence?.steps.find(({ name }) => name === data.step)
  if (!step) return 'the campaign no longer has this step'
  if (stepMail !== id) return 'the sequence has advanced or restarted'
  return sequence?.closed && step.stops.includes('closed') ? 'the campaign is closed' : null
}

/**
 * Cancels mails that are no longer wanted and makes late ones overdue. Returns the others. Whether an
 * address without a person gets mail is asked as its mail is sent (operator-mails.ts).
 */
export async function removeIneligible(
  trx: Transaction<Schema>,
  rows: readonly Candidate[],
  { sequence, calendar }: Pick<ClaimTerms, 'sequence' | 'calendar'>,
  now: number,
): Promise<Candidate[]> {
  const eligible: Candidate[] = []
  for (const row of rows) {
    const reason = row.person && whyUnwanted(row, row.person, sequence, now)
    if (reason) await cancelDue(trx, row, reason, now)
    else if (isLate(row, now, calendar)) await setOverdue(trx, row, 'late')
    else eligible.push(row)
  }
  return eligible
}

async function cancelDue(
  trx: Transaction<Schema>,
  mail: Candidate,
  reason: string,
  now: number,
): Promise<void> {
  const { id, personId, template } = mail
  await trx
    .updateTable('outbox')
    .set({ state: 'cancelled', reason, requester: '' })
    .where('id', '=', id)
    .execute()
  await countSkipped(trx, [mail])
  if (template === 'sequence' && personId !== null) await stepCancelled(trx, { id, personId }, now)
}

const retryMs = 1_000
/** A welcome mail that waits for its domain may wait for hours. */
const retryAtDomainMs = 5 * minuteMs

/**
 * Makes steps of a sequence wait until the welcome mail to the same person was sent. A step whose
 * welcome mail is not in this claim is deferred until that one is due; `leftInTurn` counts the
 * other steps, which keep their turn. `rows` are the mails that need not wait.
 */
export async function welcomeFirst<Row extends Pick<OutboxTable, 'id' | 'personId' | 'template'>>(
  trx: Transaction<Schema>,
  due: readonly Row[],
  now: number,
): Promise<{ rows: Row[]; leftInTurn: number }> {
  const steps = due.filter(({ template }) => template === 'sequence')
  if (steps.length === 0) return { rows: [...due], leftInTurn: 0 }
  const welcomes = await pendingWelcomes(
    trx,
    steps.map((step) => step.personId!),
  )
  const inThisClaim = new Set(due.map(({ id }) => id))
  const waiting = steps.filter((step) => welcomes.has(step.personId!))
  const deferred = waiting.filter((step) => {
    const { id, state } = welcomes.get(step.personId!)!
    return state === 'due' && !inThisClaim.has(id)
  })
  for (const { id, personId } of deferred) {
    const welcome = welcomes.get(personId!)!
    const earliest = now + (welcome.waits.startsWith('@') ? retryAtDomainMs : retryMs)
    await trx
      .updateTable('outbox')
      .set({ dueAt: Math.max(welcome.dueAt, earliest), waits: waitsFor.time })
      .where('id', '=', id)
      .execute()
  }
  return {
    rows: due.filter((row) => !waiting.includes(row)),
    leftInTurn: waiting.length - deferred.length,
  }
}

/** The welcome mails to these people that are due or being sent, by person. */
async function pendingWelcomes(trx: Transaction<Schema>, personIds: readonly string[]) {
  const rows = await trx
    .selectFrom('outbox')
    .select(['id', 'personId', 'state', 'dueAt', 'waits'])
    .where('personId', 'in', personIds)
    .where('template', '=', 'welcome')
    .where('state', 'in', ['due', 'sending'])
    .execute()
  return new Map(rows.map((welcome) => [welcome.personId!, welcome]))
}
