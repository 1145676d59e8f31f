import type { Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import { mask } from '#server/log.ts'
import { openPlanner } from '#server/quiz/planner.ts'
import { startAllMissed } from '#server/quiz/sequences.ts'
import type { Store } from '#server/store/open.ts'
import type { OutboxTable, Schema } from '#server/store/schema.ts'
import { pauseUntilResumed } from './queue.ts'

export type HeldMail = Pick<OutboxTable, 'email' | 'template' | 'due_at'>
/** `sequence` null: the campaign has none. */
export type Holding = { store: Store; sequence: SequenceCopy | null; now: number }

/**
 * After a store was put back to an earlier time: nothing is sent before the operator says so, and what waited then or came due
 * since, and may have been sent, only by `mail -- release`. Returns those mails, oldest first.
 */
export async function holdMails({ store, sequence, now }: Holding, reason: string): Promise<HeldMail[]> {
  await store.transact((trx) => pauseUntilResumed(trx, reason, now))
  await queueAllDue({ store, sequence, now })
  return store.transact((trx) => holdWaiting(trx, reason))
}

/** People's places in the sequence are those of the earlier time: what is due by them is queued now, or the server would queue it once mail goes on. */
async function queueAllDue({ store, sequence, now }: Holding): Promise<void> {
  if (!sequence) return
  await startAllMissed(store, sequence, now)
  await openPlanner({ store, sequence, now: () => now, queued: () => {} }).run()
}

async function holdWaiting(trx: Transaction<Schema>, reason: string): Promise<HeldMail[]> {
  const waiting = await trx.selectFrom('outbox').select(['email', 'template', 'due_at']).where('state', 'in', ['due', 'sending']).orderBy('due_at').orderBy('id').execute()
  await trx.updateTable('outbox').set({ state: 'overdue', handed: 0, lease_owner: null, lease_until: null, reason }).where('state', 'in', ['due', 'sending']).execute()
  return waiting
}

const shown = 50

/** What an operator is told of them, addresses masked. */
export function describeHeld(held: readonly HeldMail[]): string[] {
  const list = held.slice(0, shown).map(({ email, template, due_at }) => `  ${new Date(due_at).toISOString()} ${template} to ${mask(email)}`)
  if (held.length > shown) list.push(`  and ${held.length - shown} more`)
  const these = held.length === 0 ? [] : [`${held.length} ${held.length === 1 ? 'mail' : 'mails'} waited then or came due since, and may have been sent:`, ...list]
  return [...these, `Mail is paused. npm run mail -- resume lets new mail go${held.length === 0 ? '' : '; npm run mail -- release sends these too'}.`]
}
