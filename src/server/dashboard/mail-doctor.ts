import { mostAheadMs } from '#server/config/recent.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/open.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import { mostDoctorMs, readLastRun } from '#server/ops/doctor/doctor.ts'

/** DOCTOR-1: for the screen; null where there is no mail server to ask about. */
export async function readDoctor(db: Db, config: Config, now: number) {
  if (destinationKind(config) !== 'smtp') return null
  return { last: await readLastRun(db), isRunning: await isAsked(db, now) }
}

/** The log has an act before it ends, also one of another server. */
const isAsked = async (db: Db, now: number): Promise<boolean> =>
  (await db
    .selectFrom('action_log')
    .select('id')
    .where('at', '>', now - mostDoctorMs)
    .where('at', '<=', now + mostAheadMs)
    .where('action', '=', 'ask-doctor')
    .where('outcome', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
