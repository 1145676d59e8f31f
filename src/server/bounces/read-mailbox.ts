import { randomUUID } from 'node:crypto'
import type { BounceMailbox } from '#server/config/bounce-mailbox.ts'
import type { Log } from '#server/config/log.ts'
import { endJobLease, takeJobLease } from '#server/db/job-leases.ts'
import type { Store } from '#server/db/store.ts'
import type { MailTokens } from '#server/outbox/mail-tokens.ts'
import { handleMessage, type Handled } from './handle-message.ts'
import {
  connectMailbox,
  handledFolder,
  MailboxError,
  silenceMs,
  type MailboxConnection,
} from './mailbox-connection.ts'
import { readMailboxState, saveMailboxState, type MailboxState } from './mailbox-state.ts'

export type MailboxDeps = {
  store: Store
  mailbox: BounceMailbox
  tokens: MailTokens
  log: Log
  now: () => number
  metrics?: {
    mailboxMails: { inc(labels: { kind: string }): void }
    mailboxFailures: { inc(labels: { reason: string }): void }
  }
  /** the longest silence of the server; tests wait less */
  silenceMs?: number
}

export type MailboxReader = {
  /** Reads what has come since the last time. Throws StoreUnavailable. */
  read(): Promise<void>
  stop(): void
}

const uidsPerSearch = 20_000
/** Mails that are read and moved together. After a kill they are read again. */
const mailsPerStep = 50
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
      if (state.uidValidity !== uidValidity) state = { ...state, uidValidity, lastUid: 0 }
      const save = (lastUid: number) => saveMailboxState(store, (state = { ...state, lastUid }))
      const ended = await readNew(deps, connection, state.lastUid, { save, renew: lease.renew })
      if (ended === 'lease lost') return
      if (ended === 'not moved')
        throw new MailboxError('move', `the mail server moves no mail to '${handledFolder}'`)
      await saveMailboxState(store, { ...state, readAt: now(), trouble: null })
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

type Progress = { save: (lastUid: number) => Promise<unknown>; renew: () => Promise<boolean> }

/** `not moved`: everything is read, and some handled mails stayed in the folder. */
type Ended = 'read' | 'not moved' | 'lease lost'

async function readNew(
  deps: MailboxDeps,
  connection: MailboxConnection,
  lastUid: number,
  { save, renew }: Progress,
): Promise<Ended> {
  let ended: Ended = 'read'
  for (let first = lastUid + 1; first < connection.uidNext; first += uidsPerSearch) {
    const last = Math.min(first + uidsPerSearch, connection.uidNext) - 1
    const uids = await connection.uidsOf({ uid: `${first}:${last}` })
    for (let from = 0; from < uids.length; from += mailsPerStep) {
      const step = uids.slice(from, from + mailsPerStep)
      const handled = await readStep(deps, connection, step, renew)
      if (handled === null) return 'lease lost'
      if (handled.length > 0 && !(await connection.moveHandled(handled))) ended = 'not moved'
      await save(step.at(-1)!)
    }
    await save(last)
  }
  return ended
}

/** Returns the UIDs of the handled mails; null if another server has taken over. */
async function readStep(
  { store, tokens, log, now, metrics }: MailboxDeps,
  connection: MailboxConnection,
  uids: readonly number[],
  renew: () => Promise<boolean>,
): Promise<number[] | null> {
  const handled: number[] = []
  const counts: Partial<Record<Handled, number>> = {}
  for await (const { uid, raw } of connection.messages(uids)) {
    if (!(await renew())) return null
    const kind = await handleMessage({ store, tokens }, raw, now())
    counts[kind] = (counts[kind] ?? 0) + 1
    metrics?.mailboxMails.inc({ kind })
    if (kind !== 'unmatched') handled.push(uid)
  }
  if (handled.length > 0) log.info(counts, 'mails of the bounce mailbox')
  return handled
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
