import { randomUUIDv7 } from 'node:crypto'
import { checkStates, type CheckState, type DoctorCheck, type DoctorRun } from '#contract/doctor.ts'
import type { Db, Store } from '#server/db/store.ts'

export const storeRun = (store: Store, { atMs, outcome, checks }: DoctorRun) =>
  store.transact((trx) =>
    trx
      .insertInto('doctor_runs')
      .values({ id: randomUUIDv7(), at: atMs, outcome, checks: JSON.stringify(checks) })
      .execute(),
  )

/** Newest first. */
export async function readRuns(db: Db, most: number): Promise<DoctorRun[]> {
  const rows = await db
    .selectFrom('doctor_runs')
    .selectAll()
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ at, outcome, checks }) => ({
    atMs: at,
    outcome: outcome as CheckState,
    checks: JSON.parse(checks) as DoctorCheck[],
  }))
}

export const readLastRun = async (db: Db): Promise<DoctorRun | null> =>
  (await readRuns(db, 1))[0] ?? null

/**
 * The checks of the newest run that are worse than when their state was known before. `runs`:
 * newest first.
 */
export function worsened([latest, ...earlier]: readonly DoctorRun[]): DoctorCheck[] {
  return (latest?.checks ?? []).filter(({ key, state }) => {
    if (state === 'unknown') return false
    const before = earlier
      .flatMap(({ checks }) => checks.find((check) => check.key === key) ?? [])
      .find((check) => check.state !== 'unknown')
    return before !== undefined && checkStates.indexOf(state) > checkStates.indexOf(before.state)
  })
}
