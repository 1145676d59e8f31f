import type { Kysely } from 'kysely'
import type { MailQueueTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Obstacle, Outcome } from './classify.ts'

export const probeEveryMs = 15 * 60_000
/** This many domains that refuse by policy, with no accepted mail in between, pause the queue. */
const policyDomains = 2
/**
 * The stored reason of the pause while a hold is at work: a resume would send mails that it has not
 * held yet.
 */
export const unfinishedHold = 'npm run mail -- hold has not come to its end'

/** The reasons of automatic pauses begin with these words. */
const pauseWords = {
  login: 'the mail server refuses the login',
  sender: 'the mail server refuses the sender',
  policy: 'mailbox providers refuse our mail',
} as const
export type PauseKind = keyof typeof pauseWords | 'held'

/**
 * `nextProbeAt` (ms) is Infinity where only the operator ends the pause. `probed`: domains of the
 * last probes.
 */
export type Pause = { reason: string; since: number | null; nextProbeAt: number; probed: string[] }
/** Why no session with the mail server is established, and since when (ms). */
export type Trouble = { obstacle: Obstacle; reason: string; since: number }

export const readQueue = (db: Kysely<Schema>): Promise<MailQueueTable> =>
  db.selectFrom('mail_queue').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()

export const readPause = async (db: Kysely<Schema>): Promise<Pause | null> =>
  pauseOf(await readQueue(db))

export const pauseOf = (queue: MailQueueTable): Pause | null =>
  queue.paused_reason === null
    ? null
    : {
        reason: queue.paused_reason,
        since: queue.paused_at,
        nextProbeAt: queue.next_probe_at ?? Infinity,
        probed: JSON.parse(queue.probed_domains),
      }

/**
 * When the next probe may go (ms). A time further ahead than a probe is set to was written by a
 * clock that was ahead.
 */
export const probeAt = ({ nextProbeAt }: Pause, now: number): number =>
  nextProbeAt !== Infinity && nextProbeAt > now + probeEveryMs ? now : nextProbeAt

export const troubleOf = ({
  trouble,
  trouble_reason: reason,
  trouble_since: since,
}: MailQueueTable): Trouble | null =>
  trouble === null || since === null
    ? null
    : { obstacle: trouble as Obstacle, reason: reason ?? '', since }

/** A pause without these words is one by policy. */
export function pauseKind({ reason, nextProbeAt }: Pause): PauseKind {
  if (nextProbeAt === Infinity) return 'held'
  return (
    (['login', 'sender'] as const).find((kind) => reason.startsWith(pauseWords[kind])) ?? 'policy'
  )
}

const clearPause = (db: Kysely<Schema>) =>
  db
    .updateTable('mail_queue')
    .set({
      paused_reason: null,
      paused_at: null,
      next_probe_at: null,
      policy_refusals: '[]',
      probed_domains: '[]',
    })
    .where('id', '=', 1)

export const resumeQueue = (db: Kysely<Schema>) => clearPause(db).execute()

/**
 * Ends an automatic pause. A mail that was being sent when the operator paused may still be
 * accepted: it does not end that pause.
 */
const endAutomaticPause = (trx: Kysely<Schema>) =>
  clearPause(trx)
    .where(({ or, eb }) =>
      or([eb('paused_reason', 'is', null), eb('next_probe_at', 'is not', null)]),
    )
    .execute()

/** The cause that has just stopped mail: a pause, or trouble with the mail server. */
export type StopStarted = { paused: string } | { trouble: Trouble }

/**
 * Applies what an answer says about the queue, in the transaction of the mail's own outcome. It
 * writes only on a change. `mail.counts`: a refusal by policy counts towards a pause.
 */
export async function applySignal(
  trx: Kysely<Schema>,
  { signal, obstacle = null }: Outcome,
  mail: { domain: string; counts: boolean; reason: string },
  now: number,
): Promise<StopStarted | null> {
  if (signal === 'none' || (signal === 'no session' && obstacle === null)) return null
  const queue = await readQueue(trx)
  if (signal === 'no session') return recordTrouble(trx, queue, obstacle!, mail.reason, now)
  if (queue.trouble !== null)
    await setQueue(trx, { trouble: null, trouble_reason: null, trouble_since: null })
  const paused = pauseOf(queue)
  if (signal === 'login refused')
    return pause(trx, paused, `${pauseWords.login}: ${mail.reason}`, now)
  if (signal === 'sender refused')
    return pause(trx, paused, `${pauseWords.sender}: ${mail.reason}`, now)
  if (signal === 'accepted') {
    if (paused || queue.policy_refusals !== '[]') await endAutomaticPause(trx)
    return null
  }
  // Login and sender were accepted, even if this mail was not.
  if (paused && (['login', 'sender'] as PauseKind[]).includes(pauseKind(paused)))
    await endAutomaticPause(trx)
  return signal === 'policy' && mail.counts ? recordRefusal(trx, queue, mail, now) : null
}

async function recordRefusal(
  trx: Kysely<Schema>,
  queue: MailQueueTable,
  { domain, reason }: { domain: string; reason: string },
  now: number,
): Promise<StopStarted | null> {
  const refusing = JSON.parse(queue.policy_refusals) as string[]
  const domains = [...new Set([...refusing, domain])]
  if (domains.length > refusing.length)
    await setQueue(trx, { policy_refusals: JSON.stringify(domains) })
  return domains.length < policyDomains
    ? null
    : pause(trx, pauseOf(queue), `${pauseWords.policy} (${domains.join(', ')}): ${reason}`, now)
}

/** Its `since` is the first failure of its kind after the last session. */
async function recordTrouble(
  trx: Kysely<Schema>,
  queue: MailQueueTable,
  obstacle: Obstacle,
  reason: string,
  now: number,
): Promise<StopStarted | null> {
  const before = troubleOf(queue)
  if (before?.obstacle === obstacle && before.reason === reason) return null
  const trouble = { obstacle, reason, since: before?.obstacle === obstacle ? before.since : now }
  await setQueue(trx, { trouble: obstacle, trouble_reason: reason, trouble_since: trouble.since })
  return trouble.since === now ? { trouble } : null
}

const setQueue = (trx: Kysely<Schema>, values: Partial<MailQueueTable>) =>
  trx.updateTable('mail_queue').set(values).where('id', '=', 1).execute()

/** Neither a probe nor an accepted mail ends this pause. */
export const pauseUntilResumed = (trx: Kysely<Schema>, reason: string, now: number) =>
  setQueue(trx, {
    paused_reason: reason,
    paused_at: now,
    next_probe_at: null,
    policy_refusals: '[]',
    probed_domains: '[]',
  })

async function pause(
  trx: Kysely<Schema>,
  already: Pause | null,
  reason: string,
  now: number,
): Promise<StopStarted | null> {
  if (already) return null
  const { numUpdatedRows } = await trx
    .updateTable('mail_queue')
    .set({
      paused_reason: reason,
      paused_at: now,
      next_probe_at: now + probeEveryMs,
      probed_domains: '[]',
    })
    .where('id', '=', 1)
    .where('paused_reason', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { paused: reason } : null
}
