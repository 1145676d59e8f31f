import type { Kysely } from 'kysely'
import type { MailQueueTable, Schema } from '#server/db/schema.ts'
import type { Obstacle, Outcome } from './outcome.ts'

export const probeEveryMs = 15 * 60_000
/** So many domains that refuse by policy, with no accepted mail in between, pause the queue. */
const policyDomains = 2
/** Of a queue that is being held: to let mail go now would send what is not held yet. */
export const unfinishedHold = 'npm run mail -- hold has not come to its end'

/** How the reasons of the queue's own pauses begin. */
const pauseWords = {
  login: 'the mail server refuses the login',
  sender: 'the mail server refuses the sender',
  policy: 'mailbox providers refuse our mail',
} as const
export type PauseKind = keyof typeof pauseWords | 'held'

/** `nextProbeAt` is Infinity where only the operator ends it. `probed`: domains of the last probes. */
export type Pause = { reason: string; since: number | null; nextProbeAt: number; probed: string[] }
/** What keeps sessions with the mail server from coming about. */
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

/** When the next probe may go. A moment further ahead than any probe is set to was written by a clock that was ahead. */
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

/** A pause in the words of a former version counts as one by policy: an accepted mail ends it. */
export function pauseKind({ reason, nextProbeAt }: Pause): PauseKind {
  if (nextProbeAt === Infinity) return 'held'
  return (
    (['login', 'sender'] as const).find((kind) => reason.startsWith(pauseWords[kind])) ?? 'policy'
  )
}

const resumed = (db: Kysely<Schema>) =>
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

export const resumeQueue = (db: Kysely<Schema>) => resumed(db).execute()

/** Not one that only the operator ends, also where it has just begun: a mail that was on its way then may still be accepted. */
const endOwnPause = (trx: Kysely<Schema>) =>
  resumed(trx)
    .where(({ or, eb }) =>
      or([eb('paused_reason', 'is', null), eb('next_probe_at', 'is not', null)]),
    )
    .execute()

/** What has just begun to stop mail: a pause, or a mail server with which no session comes about. */
export type Stopped = { paused: string } | { trouble: Trouble } | null

/**
 * Records what an answer says about the queue, in the transaction of the mail's own outcome; `mail.counts` tells whether a
 * refusal by policy speaks of all our mail. Writes on a change alone.
 */
export async function recordNews(
  trx: Kysely<Schema>,
  { queue: news, obstacle = null }: Outcome,
  mail: { domain: string; counts: boolean; reason: string },
  now: number,
): Promise<Stopped> {
  if (news === 'nothing' || (news === 'away' && obstacle === null)) return null
  const queue = await readQueue(trx)
  if (news === 'away') return recordTrouble(trx, queue, obstacle!, mail.reason, now)
  if (queue.trouble !== null)
    await setQueue(trx, { trouble: null, trouble_reason: null, trouble_since: null })
  const paused = pauseOf(queue)
  if (news === 'login refused')
    return pause(trx, paused, `${pauseWords.login}: ${mail.reason}`, now)
  if (news === 'sender refused')
    return pause(trx, paused, `${pauseWords.sender}: ${mail.reason}`, now)
  if (news === 'works') {
    if (paused || queue.policy_refusals !== '[]') await endOwnPause(trx)
    return null
  }
  // Whatever became of this mail, login and sender were accepted.
  if (paused && (['login', 'sender'] as PauseKind[]).includes(pauseKind(paused)))
    await endOwnPause(trx)
  return news === 'policy' && mail.counts ? recordRefusal(trx, queue, mail, now) : null
}

async function recordRefusal(
  trx: Kysely<Schema>,
  queue: MailQueueTable,
  { domain, reason }: { domain: string; reason: string },
  now: number,
): Promise<Stopped> {
  const refusing = JSON.parse(queue.policy_refusals) as string[]
  const domains = [...new Set([...refusing, domain])]
  if (domains.length > refusing.length)
    await setQueue(trx, { policy_refusals: JSON.stringify(domains) })
  return domains.length < policyDomains
    ? null
    : pause(trx, pauseOf(queue), `${pauseWords.policy} (${domains.join(', ')}): ${reason}`, now)
}

/** Since when: the first failure of its kind after the last session. */
async function recordTrouble(
  trx: Kysely<Schema>,
  queue: MailQueueTable,
  obstacle: Obstacle,
  reason: string,
  now: number,
): Promise<Stopped> {
  const before = troubleOf(queue)
  if (before?.obstacle === obstacle && before.reason === reason) return null
  const trouble = { obstacle, reason, since: before?.obstacle === obstacle ? before.since : now }
  await setQueue(trx, { trouble: obstacle, trouble_reason: reason, trouble_since: trouble.since })
  return trouble.since === now ? { trouble } : null
}

const setQueue = (trx: Kysely<Schema>, values: Partial<MailQueueTable>) =>
  trx.updateTable('mail_queue').set(values).where('id', '=', 1).execute()

/** No probe ends this pause, nor an accepted mail. */
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
): Promise<Stopped> {
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
