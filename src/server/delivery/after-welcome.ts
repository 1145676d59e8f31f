import type { Transaction } from 'kysely'
import type { OutboxTable, Schema } from '#server/db/schema.ts'
import { waitsFor } from '#server/outbox/turns.ts'

const lookAgainMs = 1_000
/** A welcome mail that waits for its domain may wait for hours. */
const lookAgainAtDomainMs = 5 * 60_000

/**
 * The protocol of a quiz follows the welcome mail, also where several connections are free: `rows` are the mails that need not wait for one to the same person.
 * A step whose welcome mail waits beyond this claim becomes due with it, so that it stands in nobody's way; the others, counted in `staying`, are looked at again.
 */
export async function afterWelcome<Row extends Pick<OutboxTable, 'id' | 'person_id' | 'template'>>(
  trx: Transaction<Schema>,
  due: readonly Row[],
  now: number,
): Promise<{ rows: Row[]; staying: number }> {
  const steps = due.filter(({ template }) => template === 'sequence')
  if (steps.length === 0) return { rows: [...due], staying: 0 }
  const welcomes = new Map(
    (
      await trx
        .selectFrom('outbox')
        .select(['id', 'person_id', 'state', 'due_at', 'waits'])
        .where(
          'person_id',
          'in',
          steps.map((step) => step.person_id),
        )
        .where('template', '=', 'welcome')
        .where('state', 'in', ['due', 'sending'])
        .execute()
    ).map((welcome) => [welcome.person_id, welcome]),
  )
  const inThisClaim = new Set(due.map(({ id }) => id))
  const waiting = steps.filter((step) => welcomes.has(step.person_id))
  const moving = waiting.filter((step) => {
    const { id, state } = welcomes.get(step.person_id)!
    return state === 'due' && !inThisClaim.has(id)
  })
  for (const { id, person_id: personId } of moving) {
    const welcome = welcomes.get(personId)!
    const again = now + (welcome.waits.startsWith('@') ? lookAgainAtDomainMs : lookAgainMs)
    await trx
      .updateTable('outbox')
      .set({ due_at: Math.max(welcome.due_at, again), waits: waitsFor.time })
      .where('id', '=', id)
      .execute()
  }
  return {
    rows: due.filter((row) => !waiting.includes(row)),
    staying: waiting.length - moving.length,
  }
}
