import { randomBytes } from 'node:crypto'
import { StoreFull } from './errors.ts'
import { deleteMeta, writeMeta } from './meta.ts'
import type { Store } from './store.ts'

/** A little more than a commit of visitors' writes takes. */
const spaceBytes = 256 * 1024

/**
 * Adds `probe` to a store. On a full disk a small write may succeed where a sign-up fails. So after
 * a write that found no space, the probe writes as much as a sign-up needs.
 */
export function withSpaceProbe(transact: Store['transact']): Pick<Store, 'transact' | 'probe'> {
  let wasFull = false
  const noticing: Store['transact'] = (work) =>
    transact(work).catch((error: unknown) => {
      wasFull ||= error instanceof StoreFull
      throw error
    })
  return {
    transact: noticing,
    async probe() {
      // A small write that changes nothing.
      await noticing((trx) => writeMeta(trx, 'application', 'ascend'))
      if (!wasFull) return
      // Random, because Postgres would compress anything else.
      const value = randomBytes(spaceBytes / 2).toString('hex')
      await transact((trx) => writeMeta(trx, 'room', value))
      await transact((trx) => deleteMeta(trx, 'room'))
      wasFull = false
    },
  }
}
