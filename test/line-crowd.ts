import { sql } from 'kysely'
import { openStore } from '#server/db/open.ts'
import { StoreUnavailable, type StoreLocation } from '#server/db/store.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { silentLog } from './silent-log.ts'
import { timeLimits } from './time-limits.ts'

/** One of the crowd: confirms by the link of somebody, or leaves. */
export type Press = { id: string; does: 'confirm' | 'leave'; code: string }

/** Does all of them at once on the store, as one of several processes. */
export async function pressAll(
  where: StoreLocation,
  secret: string,
  presses: readonly Press[],
): Promise<void> {
  const store = await openStore(where, {
    log: silentLog,
    role: 'command',
    journalKey: () => secret,
    timeLimits,
  })
  // Locks are tried here and not the disk.
  if (store.engine === 'sqlite') await sql`pragma synchronous = off`.execute(store.db)
  const now = Date.now()
  const press = ({ id, does, code }: Press) =>
    store.transact<unknown>((trx) =>
      does === 'leave'
        ? leave(trx, id, now)
        : confirmPerson(trx, id, now, { code, address: null, secrets: [secret] }),
    )
  await Promise.all(
    presses.map(async (one) => {
      for (;;)
        try {
          return await press(one)
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error
        }
    }),
  )
  await store.close()
}
