import { sql, type Kysely } from 'kysely'
import type { Log } from '#server/config/log.ts'
import type { Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { forget } from './retention.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** If the last run is further from now than this, in either direction, the clock is doubted. */
const doubtedFromMs = 3 * dayMs
/** The hourly job tries again, perhaps a little early. */
const agreesAfterMs = hourMs - 60_000

/**
 * `lastRunAt`: the last run, or the creation of the store. `doubtedAt`: when a run first doubted
 * the clock. Both by the clock of that time.
 */
export type RetentionClock = { lastRunAt: number; doubtedAt: number | null }
export type RetentionDecision = { does: 'run' } | { does: 'wait'; doubtedAt: number }

/**
 * A deletion cannot be undone, so a clock that has jumped must not cause one. A run that is more
 * than three days from the last one waits until a second one, an hour later, agrees.
 */
export function decideRetention(
  { lastRunAt, doubtedAt }: RetentionClock,
  now: number,
): RetentionDecision {
  if (Math.abs(now - lastRunAt) <= doubtedFromMs) return { does: 'run' }
  const waitedMs = doubtedAt === null ? -1 : now - doubtedAt
  if (waitedMs >= agreesAfterMs && waitedMs <= doubtedFromMs) return { does: 'run' }
  return { does: 'wait', doubtedAt: waitedMs >= 0 && waitedMs < agreesAfterMs ? doubtedAt! : now }
}

export type RetentionDeps = {
  store: Store
  secretKey: string
  now: number
  stopping?: () => boolean
}

/** The hourly job. Returns whether it ran. */
export async function runRetention({
  log,
  ...deps
}: RetentionDeps & { log: Log }): Promise<boolean> {
  const { store, now } = deps
  const clock = await readRetentionClock(store.db)
  const step = decideRetention(clock, now)
  if (step.does === 'wait') {
    await writeRetentionClock(store, { ...clock, doubtedAt: step.doubtedAt })
    log.warn({ lastRun: iso(clock.lastRunAt), clock: iso(now) }, `retention waits: ${whyItWaits}`)
    return false
  }
  if (clock.doubtedAt !== null)
    log.info({ lastRun: iso(clock.lastRunAt), clock: iso(now) }, 'retention runs again')
  await forgetNow(deps)
  return true
}

/** Runs retention now: the operator has approved the clock. */
export async function forgetNow(deps: RetentionDeps): Promise<void> {
  await writeRetentionClock(deps.store, { lastRunAt: deps.now, doubtedAt: null })
  await forget(deps)
}

const whyItWaits =
  'its last run lies more than 3 days from what the clock says. It runs an hour after it first waited, if the clock still says so, or at once by npm run retention -- approve'

const metaKey = 'retention clock'

/** A new store counts as just run: it has nothing to delete. */
export async function readRetentionClock(db: Kysely<Schema>): Promise<RetentionClock> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', metaKey)
    .executeTakeFirst()
  if (row) return JSON.parse(row.value) as RetentionClock
  const { applied_at: madeAt } = await db
    .selectFrom('migrations')
    .select('applied_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { lastRunAt: madeAt, doubtedAt: null }
}

const writeRetentionClock = ({ transact }: Pick<Store, 'transact'>, clock: RetentionClock) =>
  transact((trx) =>
    trx
      .insertInto('meta')
      .values({ key: metaKey, value: JSON.stringify(clock) })
      .onConflict((same) => same.column('key').doUpdateSet({ value: sql`excluded.value` }))
      .execute(),
  )

/** One line if retention waits, for `mail -- status`; otherwise none. */
export async function describeWaitingRetention(db: Kysely<Schema>): Promise<string[]> {
  const { lastRunAt, doubtedAt } = await readRetentionClock(db)
  return doubtedAt === null
    ? []
    : [`Retention waits since ${iso(doubtedAt)} (its last run: ${iso(lastRunAt)}): ${whyItWaits}`]
}

export const iso = (ms: number): string => new Date(ms).toISOString()
