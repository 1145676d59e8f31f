import type { Transaction } from 'kysely'
import type { OutboxTable, Schema } from '#server/db/schema.ts'
import { stepArrived, stepCancelled } from '#server/sequence/progress.ts'
import type { Store } from '#server/db/open.ts'
import { openWriteBatcher, type WriteBatcher } from '#server/db/write-batcher.ts'
import { lockPeople } from '#server/db/lock-people.ts'
import { isSilenced } from '#contract/waitlist.ts'
import { hasProvenMailbox } from '#server/signup/policy.ts'
import { stateOf, suppress } from '#server/signup/membership.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import type { ClaimedMail } from './claim.ts'
import type { Outcome, RowFate } from './outcome.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { recordNews, type Stopped } from './queue-pause.ts'

export type Settling = { mail: ClaimedMail; outcome: Outcome }
export type Settled = { stopped: Stopped }
export type Settle = WriteBatcher<Settling, Settled>['add']

/** Outcomes that are known in one turn of the event loop share one commit. `add` throws StoreUnavailable where the store does not answer. */
export const openSettling = (store: Store, now: () => number): WriteBatcher<Settling, Settled> =>
  openWriteBatcher({
    enter: (settlings) =>
      store.transact(async (trx) => {
        await lockPeople(
          trx,
          store.engine,
          settlings.map(({ mail }) => mail.personId),
        )
        const settled: Settled[] = []
        for (const settling of settlings) await settleRow(trx, settling, now())
        // The queue's row comes last, as in a claim: two transactions never wait for each other.
        for (const settling of settlings) settled.push(await settleQueue(trx, settling, now()))
        return settled
      }),
  })

/** Records what became of a mail. A row whose lease went to somebody else meanwhile is left alone. */
async function settleRow(
  trx: Transaction<Schema>,
  { mail, outcome: { row } }: Settling,
  now: number,
): Promise<void> {
  await writeRow(trx, mail, fieldsOf(row, mail, now))
  // Also where the lease is lost: whoever has it now finds that the sequence has gone on.
  if (row.state === 'sent' && mail.template === 'sequence') await stepArrived(trx, mail, now)
  if (row.state === 'dead' && row.bounced) await bounce(trx, mail, now)
}

async function settleQueue(
  trx: Transaction<Schema>,
  { mail, outcome }: Settling,
  now: number,
): Promise<Settled> {
  const { row, queue } = outcome
  const reason = 'reason' in row ? row.reason : ''
  const counts = queue === 'policy' && (await speaksOfAllMail(trx, mail))
  return {
    stopped: await recordNews(
      trx,
      outcome,
      { domain: budgetDomain(mail.domain), counts, reason },
      now,
    ),
  }
}

/** Whoever was silenced for another reason meanwhile stays so for that one. */
async function bounce(
  trx: Transaction<Schema>,
  { personId, email }: ClaimedMail,
  now: number,
): Promise<void> {
  const state = await stateOf(trx, personId)
  if (state !== undefined && !isSilenced(state))
    await suppress(trx, { id: personId, email }, 'bounced', now)
}

/**
 * Whether a refusal by policy counts towards a pause: anybody can own a domain that refuses whatever comes, but not a large
 * provider, nor can they confirm an address that takes no mail. With single opt-in a sign-up confirms nothing. A mail that was tried again by the operator was counted before.
 */
async function speaksOfAllMail(
  trx: Transaction<Schema>,
  { id, personId, domain }: ClaimedMail,
): Promise<boolean> {
  const again = await trx
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where('first_reason', 'is not', null)
    .executeTakeFirst()
  if (again) return false
  if (largeProviders.has(domain)) return true
  const person = await trx
    .selectFrom('people')
    .select(['state', 'placement', 'created_at', 'confirmed_at'])
    .where('id', '=', personId)
    .executeTakeFirst()
  return person !== undefined && hasProvenMailbox(person)
}

export const cancelClaimed = (store: Store, mail: ClaimedMail, reason: string, now: number) =>
  store.transact(async (trx) => {
    const written = await writeRow(trx, mail, { ...released, state: 'cancelled', reason })
    if (written && mail.template === 'sequence') await stepCancelled(trx, mail, now)
  })

/** Shown at /dev/mails: there it has arrived. */
export const keepClaimed = (store: Store, mail: ClaimedMail, rendered: object, now: number) =>
  store.transact(async (trx) => {
    await writeRow(trx, mail, { ...released, state: 'kept', rendered: JSON.stringify(rendered) })
    if (mail.template === 'sequence') await stepArrived(trx, mail, now)
  })

/** Back to the queue as if it had not been claimed: in the turn that it had. */
export const returnClaimed = (store: Store, mail: ClaimedMail) =>
  store.transact((trx) =>
    writeRow(trx, mail, {
      ...released,
      state: 'due',
      waits: waitsFor.turn,
      requester: mail.requester,
    }),
  )

type Fields = Partial<OutboxTable>
const released = { handed: 0, lease_owner: null, lease_until: null }

function fieldsOf(fate: RowFate, { requester }: ClaimedMail, now: number): Fields {
  switch (fate.state) {
    case 'sent':
      return { state: 'sent', sent_at: now, reason: null, lease_owner: null, lease_until: null }
    case 'dead':
      return { ...released, state: 'dead', reason: fate.reason }
    case 'due':
      return {
        ...released,
        state: 'due',
        requester,
        attempts: fate.attempts,
        reason: fate.reason,
        ...(fate.dueAt === 'as before'
          ? { waits: waitsFor.turn }
          : { due_at: fate.dueAt, paid: 0 }),
      }
    case 'unknown':
      return { reason: fate.reason }
  }
}

/** False where the lease went to somebody else. */
async function writeRow(
  trx: Transaction<Schema>,
  mail: ClaimedMail,
  fields: Fields,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set(fields)
    .where('id', '=', mail.id)
    .where('state', '=', 'sending')
    .where('lease_owner', '=', mail.owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
