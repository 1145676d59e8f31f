import { randomUUID } from 'node:crypto'
import { takeJobLease } from '#server/db/job-leases.ts'
import type { Store } from '#server/db/store.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import { askDoctor, type DoctorConfig } from './ask-doctor.ts'
import { readLastRun } from './doctor-runs.ts'

/** A little less than a day: the job runs each hour. */
const askEveryMs = 23.5 * 3_600_000

/** Asks the doctor where the last result is a day old, or has a time in the future. */
export async function doctorJob(
  store: Store,
  config: DoctorConfig,
  now: () => number,
): Promise<void> {
  if (destinationKind(config) !== 'smtp') return
  const last = await readLastRun(store.db)
  if (last && Math.abs(now() - last.atMs) < askEveryMs) return
  const lease = { name: 'mail doctor', owner: randomUUID() }
  if (await store.transact((trx) => takeJobLease(trx, lease, now())))
    await askDoctor(store, config, now)
}
