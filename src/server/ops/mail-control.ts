import type { MailState } from '#server/db/outbox-schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Store } from '#server/db/store.ts'
import {
  pauseUntilResumed,
  readPause,
  resumeQueue,
  unfinishedHold,
} from '#server/delivery/queue-pause.ts'
import { startOver } from '#server/delivery/retry.ts'

/*
 * The acts of an operator on the whole queue, by `npm run mail` and on the dashboard. None of it runs
 * while a hold is unfinished: mails that are not held yet would be sent.
 */

export type HoldUnfinished = 'hold unfinished'

const isHoldUnfinished = async (store: Store): Promise<boolean> =>
  (await readPause(store.db))?.reason === unfinishedHold

/** Also replaces an automatic pause: neither a probe nor an accepted mail ends this one. */
export async function pauseMail(
  store: Store,
  now: number,
): Promise<'paused' | 'paused already' | HoldUnfinished> {
  if (await isHoldUnfinished(store)) return 'hold unfinished'
  if ((await readPause(store.db))?.by === 'held') return 'paused already'
  await store.transact((trx) => pauseUntilResumed(trx, 'an operator paused it', now))
  return 'paused'
}

export async function resumeMail(
  store: Store,
  now: number,
): Promise<'resumed' | 'not paused' | HoldUnfinished> {
  if (await isHoldUnfinished(store)) return 'hold unfinished'
  const wasPaused = (await readPause(store.db)) !== null
  await store.transact(async (trx) => resumeQueue(trx, now))
  return wasPaused ? 'resumed' : 'not paused'
}

/** Returns the number of mails that are due again. */
export async function releaseMails(
  store: Store,
  { kept }: { kept: boolean },
  now: number,
): Promise<number | HoldUnfinished> {
  if (await isHoldUnfinished(store)) return 'hold unfinished'
  if ((await readPause(store.db))?.by === 'held')
    await store.transact(async (trx) => resumeQueue(trx, now))
  return backToDue(store, releasedStates(kept), now)
}

export const releasedStates = (kept: boolean): MailState[] =>
  kept ? ['overdue', 'kept'] : ['overdue']

async function backToDue(store: Store, states: readonly MailState[], now: number): Promise<number> {
  const steps = smallTransactions(store)
  for (let total = 0; ;) {
    const moved = await steps.step(async (trx) => {
      const rows = await trx
        .selectFrom('outbox')
        .select('id')
        .where('state', 'in', states)
        .limit(steps.rows())
        .execute()
      if (rows.length === 0) return 0
      await trx
        .updateTable('outbox')
        .set({ state: 'due', ...startOver(now), reason: null })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('state', 'in', states)
        .execute()
      return rows.length
    })
    if (moved === 0) return total
    total += moved
  }
}
