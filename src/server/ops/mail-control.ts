import type { MailState } from '#server/db/outbox-schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Store } from '#server/db/store.ts'
import {
  pauseUntilResumed,
  readPause,
  resumeQueue,
  unfinishedHold,
} from '#server/delivery/queue-pause.ts'
import { startOver, type Retried } from '#server/delivery/retry.ts'

/*
 * The acts of an operator on the whole queue, by `npm run mail` and on the dashboard. None of it runs
 * while a hold is unfinished: mails that are not held yet would be sent.
 */

export type HoldUnfinished = 'hold unfinished'

/** The outcomes of these acts for the log. */
export const mailOutcomes = {
  pause: (result: Awaited<ReturnType<typeof pauseMail>>) =>
    outcomeOf(result, { paused: 'done', 'paused already': 'it was paused already' }),
  resume: (result: Awaited<ReturnType<typeof resumeMail>>) =>
    outcomeOf(result, { resumed: 'done', 'not paused': 'it was not paused' }),
  release: (rows: number | HoldUnfinished) =>
    typeof rows === 'number' ? `${countMails(rows)} released` : holding,
  hold: (rows: number) => `${countMails(rows)} held`,
  retry: ({ mails, skipped }: Retried) =>
    [
      `${countMails(mails)} due again`,
      ...Object.entries(skipped).map(([reason, count]) => `${count} not: ${reason}`),
    ].join(', '),
}

const outcomeOf = <Result extends string>(
  result: Result | HoldUnfinished,
  outcomes: Record<Exclude<Result, HoldUnfinished>, string>,
): string =>
  result === 'hold unfinished' ? holding : outcomes[result as Exclude<Result, HoldUnfinished>]

const holding = 'nothing was done, because a hold is at work'
const countMails = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'mail' : 'mails'}`

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
