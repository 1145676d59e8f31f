import type { Store } from '#server/db/store.ts'

export const drainMs = 120_000

/**
 * As half a minute does, once no server runs: what is being sent belonged to killed ones, and the
 * next server takes it up at once.
 */
export const endMailLeases = ({ db }: Store) =>
  db.updateTable('outbox').set({ leaseUntil: 0 }).where('state', '=', 'sending').execute()

/** The addresses whose mail stands as uncertain, once nothing is on its way any more. */
export async function drained(store: Store): Promise<Set<string>> {
  const deadline = Date.now() + drainMs
  for (;;) {
    const open = await store.db
      .selectFrom('outbox')
      .select('id')
      .where('state', 'in', ['due', 'sending'])
      .execute()
    if (open.length === 0) break
    if (Date.now() > deadline) throw new Error(`${open.length} mails are still on their way`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const rows = await store.db
    .selectFrom('outbox')
    .select('email')
    .where('state', '=', 'uncertain')
    .execute()
  return new Set(rows.map(({ email }) => email))
}
