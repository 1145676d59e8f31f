import type { Store } from './open.ts'
import { isFull } from './sqlite-errors.ts'

/** As much as a commit of visitors' writes takes, and some. */
const roomBytes = 256 * 1024
const roomKey = 'room'

/** A write of one small row, which changes nothing. */
export const writeLittle = async ({ transact }: Pick<Store, 'transact'>): Promise<void> =>
  void await transact((trx) => trx.updateTable('meta').set({ value: 'ascend' }).where('key', '=', 'application').execute())

/** On a full disk a small write may pass where a sign-up does not: from the first write that found no room, the probe asks for as much as a sign-up needs. */
export function probingRoom(transact: Store['transact']): Pick<Store, 'transact' | 'probe'> {
  let lacked = false
  const noticing: Store['transact'] = (work) => transact(work).catch((error: unknown) => {
    lacked ||= isFull(error)
    throw error
  })
  return {
    transact: noticing,
    async probe() {
      await writeLittle({ transact: noticing })
      if (!lacked) return
      const value = 'x'.repeat(roomBytes)
      await transact((trx) => trx.insertInto('meta').values({ key: roomKey, value }).onConflict((row) => row.column('key').doUpdateSet({ value })).execute())
      await transact((trx) => trx.deleteFrom('meta').where('key', '=', roomKey).execute())
      lacked = false
    },
  }
}
