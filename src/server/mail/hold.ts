import { mask } from '#server/log.ts'
import type { Store } from '#server/store/open.ts'
import type { OutboxTable } from '#server/store/schema.ts'
import { pauseUntilResumed } from './queue.ts'

export type HeldMail = Pick<OutboxTable, 'email' | 'template' | 'due_at'>

/**
 * After a store was put back to an earlier time: nothing is sent before the operator says so, and what waited then, and may
 * have been sent since, only by `mail -- release`. Returns those mails, oldest first.
 */
export const holdMails = (store: Store, reason: string, now: number): Promise<HeldMail[]> => store.transact(async (trx) => {
  await pauseUntilResumed(trx, reason, now)
  const waiting = await trx.selectFrom('outbox').select(['email', 'template', 'due_at']).where('state', 'in', ['due', 'sending']).orderBy('due_at').orderBy('id').execute()
  await trx.updateTable('outbox').set({ state: 'overdue', handed: 0, lease_owner: null, lease_until: null, reason }).where('state', 'in', ['due', 'sending']).execute()
  return waiting
})

const shown = 50

/** What an operator is told of them, addresses masked. */
export function describeHeld(held: readonly HeldMail[]): string[] {
  const list = held.slice(0, shown).map(({ email, template, due_at }) => `  ${new Date(due_at).toISOString()} ${template} to ${mask(email)}`)
  if (held.length > shown) list.push(`  and ${held.length - shown} more`)
  const these = held.length === 0 ? [] : [`${held.length} ${held.length === 1 ? 'mail' : 'mails'} waited then, and may have been sent since:`, ...list]
  return [...these, `Mail is paused. npm run mail -- resume lets new mail go${held.length === 0 ? '' : '; npm run mail -- release sends these too'}.`]
}
