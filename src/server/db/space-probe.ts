import { randomBytes } from 'node:crypto'
import { StoreFull } from './errors.ts'
import type { Store } from './store.ts'

/** As much as a commit of visitors' writes takes, and some. */
const spaceBytes = 256 * 1024
const spaceKey = 'room'

/** On a full disk a small write may pass where a sign-up does not: from the first write that found no room, the probe asks for as much as a sign-up needs. */
export function withSpaceProbe(transact: Store['transact']): Pick<Store, 'transact' | 'probe'> {
  let lacked = false
  const noticing: Store['transact'] = (work) =>
    transact(work).catch((error: unknown) => {
      lacked ||= error instanceof StoreFull
      throw error
    })
  return {
    transact: noticing,
    async probe() {
      // A small row, which changes nothing.
      await noticing((trx) =>
        trx.updateTable('meta').set({ value: 'ascend' }).where('key', '=', 'application').execute(),
      )
      if (!lacked) return
      // Random: Postgres would pack anything else into next to nothing.
      const value = randomBytes(spaceBytes / 2).toString('hex')
      await transact((trx) =>
        trx
          .insertInto('meta')
          .values({ key: spaceKey, value })
          .onConflict((row) => row.column('key').doUpdateSet({ value }))
          .execute(),
      )
      await transact((trx) => trx.deleteFrom('meta').where('key', '=', spaceKey).execute())
      lacked = false
    },
  }
}
