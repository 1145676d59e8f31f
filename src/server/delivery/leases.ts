import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Language } from '#contract/campaign/languages.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import type { MailTemplate } from '#contract/mails/mails.ts'
import { dayMs, minuteMs } from '#contract/time.ts'
import type { Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { countOfLetters } from '#server/outbox/letter-counts.ts'
import type { OperatorMail } from '#server/outbox/operator-mails.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { stepArrived } from '#server/sequence/progress.ts'
import { createLinkTokens } from '#server/signup/links.ts'
import type { StopStarted } from './queue-state.ts'
import type { Candidate } from './candidates.ts'

/** `paced`: mails go to a mail server, within budgets. `host`: of the Message-ID. */
export type ClaimTerms = {
  /** the time by which links last; `now` by default (clock/clock.ts) */
  calendar?: number
  secretKey: string
  most: number
  mailsPerHour: number
  paced: boolean
  host: string
  sequence: SequenceCopy | null
}

/**
 * `changed` counts the rows that the claim has moved and others may follow: at 0 a second claim would
 * find none.
 * No mail can be claimed before `closedUntil` (ms).
 */
export type Claim = {
  mails: Claimed[]
  changed: number
  closedUntil: number | null
  /** nothing is left that could leave before time passes or a commit queues it */
  isEmpty: boolean
  /** the next people of a letter are further down the list than one claim looks */
  isSearching: boolean
  /** the claim has ended a check in a pause */
  stopStarted: StopStarted | null
}

/** A claimed mail belongs to its worker for this long. The worker renews the lease meanwhile. */
export const leaseMs = 30_000
/** The same by the last trusted time, which may be a minute old. */
const doubtedLeaseMs = 3 * minuteMs

/**
 * When a lease ends. Several servers compare it, so a server whose clock is doubtful goes by the last
 * trusted time, `calendar`.
 */
const leaseEnd = (now: number, calendar: number): number =>
  calendar === now ? now + leaseMs : calendar + doubtedLeaseMs

/** `requester` is the network's keyed hash: after the claim it exists only here. */
type Leased = Pick<Candidate, 'id' | 'email' | 'domain' | 'attempts' | 'requester'> & {
  owner: string
  messageId: string
}

/**
 * A mail to a person. `tokens` are the clear link tokens, which exist only here. The text of its
 * `letter` does not change while it is being sent.
 */
export type ClaimedMail = Leased &
  Pick<Candidate, 'letter' | 'letterLanguage' | 'data'> & {
    personId: string
    template: MailTemplate | 'letter'
    /** LANG-2: of the person, when the mail was claimed */
    language: Language
    tokens: { confirm: string; unsubscribe: string; me: string }
  }

/** A mail whose recipient is not on the list. */
export type ClaimedOperatorMail = Leased &
  OperatorMail & { personId: null; letter: null; letterLanguage: null; tokens: null }

export type Claimed = ClaimedMail | ClaimedOperatorMail

/**
 * Moves mails from `due` to `sending`, with the owner, the lease, the Message-ID and the hashes of
 * the links. It commits before anything is sent.
 */
export async function leaseMails(
  trx: Transaction<Schema>,
  rows: readonly Candidate[],
  { host, calendar }: { host: string; calendar?: number },
  now: number,
): Promise<Claimed[]> {
  if (rows.length === 0) return []
  const owner = randomUUID()
  // A clock that is behind would make links that are over once it is right.
  const tokens = await createTokens(trx, rows, Math.max(now, calendar ?? now))
  const claimed = rows.map((row) => ({
    ...row,
    owner,
    messageId: row.messageId ?? `<${randomUUID()}@${host}>`,
    language: row.person?.language,
    tokens: tokens.get(row.id) ?? null,
  })) as Claimed[]
  const messageIds = claimed.map(({ id, messageId }) => sql`when ${id} then ${messageId}`)
  await trx
    .updateTable('outbox')
    .set({
      state: 'sending',
      handed: 1,
      leaseOwner: owner,
      leaseUntil: leaseEnd(now, calendar ?? now),
      messageId: sql<string>`case id ${sql.join(messageIds, sql` `)} end`,
      waits: waitsFor.time,
      requester: '',
    })
    .where(
      'id',
      'in',
      claimed.map(({ id }) => id),
    )
    .execute()
  return claimed
}

/**
 * Creates the link tokens of each mail to a person, by the mail's id, in one statement. Only confirm
 * mails have a confirm link.
 */
async function createTokens(
  trx: Transaction<Schema>,
  candidates: readonly Candidate[],
  now: number,
): Promise<Map<string, ClaimedMail['tokens']>> {
  const rows = candidates.flatMap(({ personId, ...row }) =>
    personId === null ? [] : [{ ...row, personId }],
  )
  const created = await createLinkTokens(
    trx,
    rows.flatMap(({ personId, letterId, template, data: { via } }) => [
      { purpose: 'unsubscribe' as const, personId, letterId },
      { purpose: 'me' as const, personId, letterId },
      ...(template === 'confirm' ? [{ purpose: 'confirm' as const, personId, via }] : []),
    ]),
    now,
  )
  return new Map(
    rows.map(({ id, template }) => [
      id,
      {
        unsubscribe: created.shift()!,
        me: created.shift()!,
        confirm: template === 'confirm' ? created.shift()! : '',
      },
    ]),
  )
}

export async function renewLeases(
  store: Store,
  owners: readonly string[],
  now: number,
  calendar: number = now,
): Promise<void> {
  if (owners.length === 0) return
  await store.transact((trx) =>
    trx
      .updateTable('outbox')
      .set({ leaseUntil: leaseEnd(now, calendar) })
      .where('state', '=', 'sending')
      .where('leaseOwner', 'in', owners)
      .execute(),
  )
}

/**
 * MAIL-3: how many copies of a mail may leave while no outcome is known. Without its confirm mail a
 * person cannot join, and without a link an operator cannot sign in, so a third copy is better than
 * none.
 */
const mostCopies = sql<number>`case when template = 'confirm' or "personId" is null then 3 else 2 end`

/**
 * Recovers rows whose lease ended without an outcome: the process died, or the connection broke
 * after the final dot. Such a mail may have arrived, so it is sent again with the same Message-ID.
 * After `mostCopies` it becomes `uncertain`, and its sequence continues as if it had arrived.
 * Returns how many rows became due again and how many uncertain.
 */
export const recoverExpired = (
  store: Store,
  now: number,
  calendar: number = now,
): Promise<{ again: number; uncertain: number }> =>
  store.transact(async (trx) => {
    const expired = trx
      .updateTable('outbox')
      .where('state', '=', 'sending')
      .where(hasEnded(calendar))
    const unleased = { leaseOwner: null, leaseUntil: null }
    const uncertain = await expired
      .where('handed', '=', 1)
      .where('ambiguous', '>=', sql<number>`${mostCopies} - 1`)
      .set({
        ...unleased,
        state: 'uncertain',
        ambiguous: sql`ambiguous + 1`,
        reason: sql`coalesce(reason, 'it is unknown whether any copy of it arrived')`,
      })
      .returning(['id', 'template', 'personId', 'data', 'letterId', 'letterLanguage', 'domain'])
      .execute()
    await countOfLetters(trx, uncertain, 'uncertain')
    for (const { id, template, personId, data } of uncertain)
      if (template === 'sequence' && personId !== null)
        await stepArrived(trx, { id, personId, data: JSON.parse(data) as MailData }, now)
    const again = await expired
      .set({
        ...unleased,
        state: 'due',
        ambiguous: sql`ambiguous + handed`,
        dueAt: now,
        waits: waitsFor.time,
      })
      .executeTakeFirst()
    return { again: Number(again.numUpdatedRows), uncertain: uncertain.length }
  })

/** A lease that ends later than any does was written by a server whose clock was ahead. */
const farthestMs = dayMs
const hasEnded = (calendar: number) =>
  sql<boolean>`("leaseUntil" <= ${calendar} or "leaseUntil" > ${calendar + farthestMs})`

/** `orderBy` names the index: without it a Postgres that has no statistics reads every row. */
export async function hasExpiredLease({ db }: Store, calendar: number): Promise<boolean> {
  const leases = db.selectFrom('outbox').select('leaseUntil').where('leaseUntil', 'is not', null)
  const { first, last } = await db
    .selectNoFrom([
      leases.orderBy('leaseUntil').limit(1).as('first'),
      leases.orderBy('leaseUntil', 'desc').limit(1).as('last'),
    ])
    .executeTakeFirstOrThrow()
  return first !== null && (first <= calendar || last! > calendar + farthestMs)
}

/** On SQLite one server writes the store: at its start the leases of the previous one are void. */
export const endAllLeases = (store: Store) =>
  store.transact((trx) =>
    trx.updateTable('outbox').set({ leaseUntil: 0 }).where('state', '=', 'sending').execute(),
  )
