import { expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { jobLeaseMs, takeJobLease } from './locks.ts'

const noon = Date.parse('2026-11-26T12:00:00Z')
const dayMs = 24 * 3_600_000

test.each(storeEngines)(
  'a server whose clock is 2 s behind takes no job from another one, and one that is 40 days ahead keeps none (%s)',
  async (engine) => {
    const { transact } = await freshStore(engine)
    const take = (owner: string, now: number) =>
      transact((trx) => takeJobLease(trx, { name: 'a job', owner }, now))
    expect(await take('web-1', noon)).toBe(true)
    expect(await take('web-2', noon - 2_000)).toBe(false)
    expect(await take('web-2', noon + jobLeaseMs)).toBe(true)
    expect(await take('ahead', noon + 40 * dayMs)).toBe(true)
    expect(await take('web-1', noon + jobLeaseMs)).toBe(true)
  },
)
