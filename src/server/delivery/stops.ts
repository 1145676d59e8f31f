import type { Db } from '#server/db/open.ts'
import { countWaitingLetterMails } from '#server/letters/counts.ts'
import { obstacles, pauseKinds } from './classify.ts'
import { readQueue } from './queue-pause.ts'
import { probeAt } from './queue-state.ts'
import { destinationKind, type DestinationConfig } from './transport.ts'

/** Longer waits of a mail or of the queue are reported to the operator. */
export const longWaitMs = 15 * 60_000

export const stopKinds = [
  'no-server',
  'held',
  'checking',
  ...pauseKinds,
  ...obstacles,
  'budget',
  'domains',
  'unattended',
] as const
/**
 * `no-server`: SMTP_URL is not set. `held`: by an operator. `checking` and the next five: what the
 * mail server refuses (queue-state.ts). `budget`: MAILS_PER_HOUR is used up. `unattended`: nothing else
 * explains the wait, so probably no server runs.
 */
export type StopKind = (typeof stopKinds)[number]

/**
 * A reason why mail is not sent or waits for long. Times are in ms. `nextTryAt`: the next probe.
 * `lastLeavesAt`: when the last mail would leave if mail continued then, or now.
 */
export type Stop = {
  kind: StopKind
  since: number | null
  reason: string
  nextTryAt: number | null
  lastLeavesAt: number | null
}

/** Mails that could leave now, and since when the first of them is due (ms). */
export type ReadyMails = { ready: number; readySince: number | null }

const noServerReason = 'others than this machine are served, and SMTP_URL is not set'

/** Also logged when the server starts. */
export const noServerStop = (config: DestinationConfig, since: number | null): Stop[] =>
  destinationKind(config) === 'none'
    ? [{ kind: 'no-server', since, reason: noServerReason, nextTryAt: null, lastLeavesAt: null }]
    : []

export async function findNoServer(db: Db, config: DestinationConfig): Promise<Stop[]> {
  if (destinationKind(config) !== 'none') return []
  const first = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('createdAt').as('at'))
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return noServerStop(config, first?.at ?? null)
}

/** Stops that the server has stored: only the server sees the mail server's answers. */
export async function findStoredStops(
  db: Db,
  { ready }: ReadyMails,
  lastAfter: (start: number) => number,
  now: number,
): Promise<Stop[]> {
  const { pause, trouble } = await readQueue(db)
  const stops: Stop[] = []
  if (pause) {
    const hasProbes = pause.by !== 'held' && pause.by !== 'checking'
    const next = hasProbes ? probeAt(pause, now) : now
    stops.push({
      kind: pause.by,
      since: pause.since,
      reason: pause.reason,
      nextTryAt: hasProbes ? next : null,
      lastLeavesAt: ready === 0 ? null : lastAfter(Math.max(now, next)),
    })
  }
  // The last attempt met it. While no mail waits or is sent, it may be gone.
  if (trouble && (ready > 0 || (await isSending(db)) || (await othersWait(db, now))))
    stops.push({
      kind: trouble.obstacle,
      since: trouble.since,
      reason: trouble.reason,
      nextTryAt: null,
      // Nobody knows when a mail server that is away comes back.
      lastLeavesAt: null,
    })
  return stops
}

/** Whether mails of a letter wait that is being sent, or mails to operators: none of them is `ready`. */
const othersWait = async (db: Db, now: number): Promise<boolean> =>
  (await countWaitingLetterMails(db, ['sending'])) > 0 ||
  (await db
    .selectFrom('operator_mails')
    .select('id')
    .where('state', '=', 'due')
    .where('dueAt', '<=', now + operatorRetryMs)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A mail to an operator that met no session is tried again after a minute. */
const operatorRetryMs = 60_000

const isSending = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'sending')
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()) !== undefined

export function findBudgetStop(
  mailsPerHour: number,
  { ready, readySince }: ReadyMails,
  lastLeavesAt: number,
  now: number,
): Stop[] {
  const waits = lastLeavesAt > now && Math.max(lastLeavesAt - now, now - readySince!) > longWaitMs
  return waits
    ? [
        {
          kind: 'budget',
          since: readySince,
          reason: `MAILS_PER_HOUR (${mailsPerHour}) spreads ${ready} mails`,
          nextTryAt: null,
          lastLeavesAt,
        },
      ]
    : []
}
