import type { Db, Store } from '#server/db/store.ts'
import { urgentKinds, urgentPriorities } from '#server/outbox/operator-mails.ts'
import { isDue, waitsForTime } from '#server/outbox/turns.ts'
import { candidateColumns, withPeople } from './candidates.ts'
import { removeIneligible } from './eligibility.ts'
import { leaseMails, type Claimed, type ClaimTerms } from './leases.ts'
import { isPast } from './overdue.ts'

/** `inFlight`: how many urgent mails the program is sending. */
type UrgentTerms = Omit<ClaimTerms, 'most'> & { inFlight: number }

/**
 * Claims sign-in links and alerts whose time has come, whatever holds other mails. Mails of old age
 * are given up. `changed`: how many rows it has moved.
 */
export async function claimUrgentMails(
  store: Store,
  terms: UrgentTerms,
  now: number,
): Promise<{ mails: Claimed[]; changed: number }> {
  const due = await dueOf(store.db, urgentPriorities, now).select('id').limit(1).execute()
  if (due.length === 0) return { mails: [], changed: 0 }
  return store.transact(async (trx) => {
    const mails: Claimed[] = []
    let changed = 0
    for (const { priority, atOnce } of urgentKinds) {
      const most = atOnce - terms.inFlight - mails.length
      if (most <= 0) continue
      const due = dueOf(trx, [priority], now).select(candidateColumns).orderBy('dueAt').limit(most)
      const locked = store.engine === 'postgres' ? due.forUpdate().skipLocked() : due
      const rows = await withPeople(trx, store.engine, await locked.execute())
      const wanted = await removeIneligible(trx, rows, terms, now)
      mails.push(...(await leaseMails(trx, wanted, terms, now)))
      changed += rows.length
    }
    return { mails, changed }
  })
}

const dueOf = (db: Db, priorities: readonly number[], now: number) =>
  db
    .selectFrom('outbox')
    .where(isDue)
    .where(waitsForTime)
    .where('priority', 'in', priorities)
    .where(isPast(now))
