import type { Kysely } from 'kysely'
import type { Schema } from '#server/store/schema.ts'
import type { QueueNews } from './outcome.ts'

export const probeEveryMs = 15 * 60_000
const policyDomains = 3
/** Of a queue that is being held: to let mail go now would send what is not held yet. */
export const unfinishedHold = 'npm run mail -- hold has not come to its end'

/** `nextProbeAt` is Infinity where only the operator ends it. */
export type Pause = { reason: string; nextProbeAt: number }

export async function readPause(db: Kysely<Schema>): Promise<Pause | null> {
  const queue = await db.selectFrom('mail_queue').select(['paused_reason', 'next_probe_at']).where('id', '=', 1).executeTakeFirstOrThrow()
  return queue.paused_reason === null ? null : { reason: queue.paused_reason, nextProbeAt: queue.next_probe_at ?? Infinity }
}

/** True for the one caller that may send the next probe of a paused queue. */
export async function takeProbe(trx: Kysely<Schema>, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('mail_queue').set({ next_probe_at: now + probeEveryMs })
    .where('id', '=', 1).where('paused_reason', 'is not', null).where('next_probe_at', '<=', now).executeTakeFirst()
  return numUpdatedRows > 0n
}

const resumed = (db: Kysely<Schema>) => db.updateTable('mail_queue')
  .set({ paused_reason: null, paused_at: null, next_probe_at: null, policy_refusals: '[]' }).where('id', '=', 1)

export const resumeQueue = (db: Kysely<Schema>) => resumed(db).execute()

/** Not one that only the operator ends, also where it has just begun: a mail that was on its way then may still be accepted. */
const endOwnPause = (trx: Kysely<Schema>) => resumed(trx)
  .where(({ or, eb }) => or([eb('paused_reason', 'is', null), eb('next_probe_at', 'is not', null)])).execute()

/** Writes down what an answer says of the queue. Returns the reason where it has just been paused. */
export async function hearNews(trx: Kysely<Schema>, news: QueueNews, domain: string, reason: string, now: number): Promise<string | null> {
  if (news === 'nothing' || news === 'away') return null
  const queue = await trx.selectFrom('mail_queue').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const refusing: string[] = JSON.parse(queue.policy_refusals)
  const paused = queue.paused_reason !== null
  if (news === 'refused') return paused ? null : pause(trx, `the mail server refuses login or sender: ${reason}`, now)
  if (news === 'policy') {
    const domains = [...new Set([...refusing, domain])]
    await trx.updateTable('mail_queue').set({ policy_refusals: JSON.stringify(domains) }).where('id', '=', 1).execute()
    if (paused || domains.length < policyDomains) return null
    return pause(trx, `mail servers of ${domains.length} domains in a row refuse our mail: ${reason}`, now)
  }
  const lifted = news === 'works' ? paused || refusing.length > 0 : paused && refusing.length < policyDomains
  if (lifted) await endOwnPause(trx)
  return null
}

/** No probe ends this pause, nor an accepted mail. */
export const pauseUntilResumed = (trx: Kysely<Schema>, reason: string, now: number) => trx.updateTable('mail_queue')
  .set({ paused_reason: reason, paused_at: now, next_probe_at: null, policy_refusals: '[]' }).where('id', '=', 1).execute()

async function pause(trx: Kysely<Schema>, reason: string, now: number): Promise<string | null> {
  const { numUpdatedRows } = await trx.updateTable('mail_queue').set({ paused_reason: reason, paused_at: now, next_probe_at: now + probeEveryMs })
    .where('id', '=', 1).where('paused_reason', 'is', null).executeTakeFirst()
  return numUpdatedRows > 0n ? reason : null
}
