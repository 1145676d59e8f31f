import { randomUUID } from 'node:crypto'
import type { BounceMailbox } from '#server/config/bounce-mailbox.ts'
import { endJobLease, takeJobLease } from '#server/db/job-leases.ts'
import type { Store } from '#server/db/store.ts'
import {
  connectMailbox,
  handledFolder,
  MailboxError,
  silenceMs,
  type MailboxConnection,
} from './mailbox-connection.ts'
import { readMailboxState, saveMailboxState, type MailboxState } from './mailbox-state.ts'
import { readNewMails, type NewMailsDeps, type Position } from './read-new-mails.ts'

export type MailboxDeps = NewMailsDeps & {
  mailbox: BounceMailbox
  metrics?: { mailboxFailures: { inc(labels: { reason: string }): void } }
  /** the longest silence of the server; tests wait less */
  silenceMs?: number
}

export type MailboxReader = {
  /** Reads what has come since the last time. Throws StoreUnavailable. */
  read(): Promise<void>
  stop(): void
}

const renewEveryMs = 10_000
const leaseName = 'bounce mailbox'

/** BACK-2: one server at a time reads the bounce mailbox, from where the last one ended. */
export function openMailboxReader(deps: MailboxDeps): MailboxReader {
  const { store, now } = deps
  const stop = new AbortController()

  async function read(): Promise<void> {
    const lease = openLease(store, now)
    if (stop.signal.aborted || !(await lease.renew())) return
    let connection: MailboxConnection | null = null
    let state = await readMailboxState(store.db, deps.mailbox)
    try {
      connection = await connectMailbox(deps.mailbox, {
        longestMs: deps.silenceMs ?? silenceMs,
        signal: stop.signal,
      })
      const uidValidity = connection.uidValidity
      if (state.uidValidity !== uidValidity)
        state = { ...state, uidValidity, lastUid: 0, failedUids: [] }
      const save = (read: Position) => saveMailboxState(store, (state = { ...state, ...read }))
      const ended = await readNewMails(deps, connection, state, { save, renew: lease.renew })
      if (ended === 'lease lost') return
      if (ended === 'not moved')
        throw new MailboxError('move', `the mail server moves no mail to '${handledFolder}'`)
      await saveMailboxState(store, {
        ...state,
        readAt: now(),
        left: connection.count(),
        trouble: null,
      })
      if (state.trouble) deps.log.info({}, 'the bounce mailbox is read again')
    } catch (error) {
      if (!(error instanceof MailboxError)) throw error
      if (!stop.signal.aborted) await recordTrouble(deps, state, error)
    } finally {
      connection?.close()
      await lease.end()
    }
  }

  return { read, stop: () => stop.abort() }
}

/** Each run has a lease of its own, so that a long one is not joined by the next. */
function openLease(store: Store, now: () => number) {
  const lease = { name: leaseName, owner: randomUUID() }
  let renewedAt = -Infinity
  return {
    async renew(): Promise<boolean> {
      if (Math.abs(now() - renewedAt) < renewEveryMs) return true
      renewedAt = now()
      return store.transact((trx) => takeJobLease(trx, lease, now()))
    },
    end: () => store.transact((trx) => endJobLease(trx, lease)),
  }
}

/** `since` is the time of the first failure in a row. It is logged then. */
async function recordTrouble(
  { store, log, now, metrics }: MailboxDeps,
  state: MailboxState,
  { kind, message: reason }: MailboxError,
): Promise<void> {
  metrics?.mailboxFailures.inc({ reason: kind })
  const isNew = state.trouble?.kind !== kind
  if (isNew) log.warn({ trouble: kind, reason }, 'the bounce mailbox cannot be read')
  const since = isNew ? now() : state.trouble!.since
  await saveMailboxState(store, { ...state, trouble: { kind, reason, since } })
}
