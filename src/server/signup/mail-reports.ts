import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isSilenced } from '#contract/people/waitlist.ts'
import { mostSoftBounces, operatorMs } from '#contract/promises/operator-times.ts'
import { newId } from '#server/db/new-id.ts'
import { mostAheadMs, isRecent } from '#server/config/recent.ts'
import { maskedLine } from '#server/config/log.ts'
import { writeJournalEntry } from '#server/db/journal.ts'
import { lockedForChange } from '#server/db/locks.ts'
import type { MailReportsTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { leave, suppress, suppressAddress } from './membership.ts'
import { deleteOnce } from './once-requests.ts'

/**
 * What came back after a mail was sent. `via`: `smtp`, `mailbox` or a webhook's provider.
 * `eventKey` is the same for each copy of one report, and for no other report. `reason`: the mail
 * server's words.
 */
export type Report = {
  kind: MailReportsTable['kind']
  via: string
  mailId: string
  eventKey: string
  reason: string
}

/**
 * BACK-4: stores a report about a mail to a person and acts on it. A hard bounce or a complaint
 * suppresses the address; a person who is silenced for another reason keeps that reason. Soft
 * bounces may suspend it. A departure at the provider is one from the list, which the letter of the
 * mail counts. A refusal for policy, and words about our account, change nobody. Returns false, and
 * changes nothing, if the report was stored before or the person is erased.
 */
export async function addReport(
  trx: Transaction<Schema>,
  report: Report & { personId: string; letterId?: string | null },
  now: number,
): Promise<boolean> {
  const person = await lockedForChange(
    trx,
    trx.selectFrom('people').select(['id', 'email', 'state']).where('id', '=', report.personId),
  ).executeTakeFirst()
  if (!person || !(await insertReport(trx, report, now))) return false
  if (report.kind === 'soft-bounce') await suspendAfterBounces(trx, person, now)
  if (report.kind === 'unsubscribe') await leave(trx, person.id, now, report.letterId)
  const silenced = silencedBy[report.kind]
  if (silenced && !isSilenced(person.state)) await suppress(trx, person, silenced, now)
  return true
}

/**
 * The same about a mail to an address that asked for one mail (END-3). Where it is not on the list,
 * a hard bounce or a complaint adds it as an address that gets no mail, and nothing else changes
 * anything. Leaving at the provider deletes the request too.
 */
export async function addOnceReport(
  trx: Transaction<Schema>,
  { email, ...report }: Report & { email: string },
  now: number,
): Promise<boolean> {
  const idOf = () =>
    trx.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (report.kind === 'unsubscribe') await deleteOnce(trx, [email])
  const silenced = silencedBy[report.kind]
  const known = await idOf()
  if (!known && silenced === null) return report.kind === 'unsubscribe'
  if (!known) await suppressAddress(trx, email, silenced!, now)
  return addReport(trx, { ...report, personId: (await idOf())!.id }, now)
}

const silencedBy = {
  'hard-bounce': 'bounced',
  complaint: 'complained',
  'soft-bounce': null,
  'out-of-office': null,
  refusal: null,
  account: null,
  unsubscribe: null,
} as const satisfies Record<Report['kind'], string | null>

async function insertReport(
  trx: Transaction<Schema>,
  { kind, via, mailId, personId, eventKey, reason }: Report & { personId: string },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mail_reports')
    .values({
      id: newId(),
      event: createHash('sha256').update(`${via} ${eventKey}`).digest('hex'),
      mailId,
      personId,
      at: now,
      kind,
      via,
      reason: maskedLine(reason),
    })
    .onConflict((same) => same.column('event').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function suspendAfterBounces(
  trx: Transaction<Schema>,
  person: Recipient,
  now: number,
): Promise<void> {
  const bounces = await trx
    .selectFrom('mail_reports')
    .select(['mailId', 'at'])
    .where('personId', '=', person.id)
    .where('at', '>', now - softBounceWindowMs)
    .where('at', '<=', now + mostAheadMs)
    .where('kind', '=', 'soft-bounce')
    .execute()
  if (areTooMany(bounces, now)) await suspendMail(trx, person, now)
}

type Recipient = { id: string; email: string }

/**
 * BACK-4: no mail to the address for 14 days from `now`, with an entry in the journal. Returns false
 * if it is suspended for longer already.
 */
export async function suspendMail(
  trx: Transaction<Schema>,
  { id, email }: Recipient,
  now: number,
): Promise<boolean> {
  const until = now + suspendedMs
  writeJournalEntry(trx, 'suspended', email, now)
  const { numUpdatedRows } = await trx
    .updateTable('people')
    .set({ mailSuspendedUntil: until })
    .where('id', '=', id)
    .where((row) => row(row.fn.coalesce('mailSuspendedUntil', row.lit(0)), '<', until))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** BACK-4: so many mails that bounced softly within `windowMs` suspend mail for `suspendedMs`. */
const mostBounces = mostSoftBounces.n
const softBounceWindowMs = operatorMs('softBounces')
export const suspendedMs = operatorMs('suspended')

type SoftBounce = { mailId: string; at: number }

/**
 * Whether these soft bounces suspend mail to an address. Several reports about one mail count once:
 * a provider reports each of its own attempts.
 */
export function areTooMany(bounces: readonly SoftBounce[], now: number): boolean {
  const recent = bounces.filter(({ at }) => isRecent(at, softBounceWindowMs, now))
  return new Set(recent.map(({ mailId }) => mailId)).size >= mostBounces
}
