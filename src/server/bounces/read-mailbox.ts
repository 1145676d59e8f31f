import { randomUUID } from 'node:crypto'
import { type BounceMailbox, readBounceMailbox } from '#server/config/formats.ts'
import { endJobLease, takeJobLease } from '#server/db/locks.ts'
import { type Store, StoreUnavailable } from '#server/db/store.ts'
import type { Config } from '#server/config/config.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { openMailTokens, type MailTokens } from '#server/outbox/mail-tokens.ts'
import type { Log } from '#server/config/log.ts'
import {
  connectMailbox,
  handledFolder,
  MailboxError,
  silenceMs,
  type MailboxConnection,
  readMailboxState,
  saveMailboxState,
  type MailboxState,
} from './bounce-mailbox.ts'
import { handleMessage, type Handled } from './handle-message.ts'

/*
 * What comes back by mail, from the mailbox to a person's state:
 *
 * This job reads the new messages of the bounce mailbox. bounce-mailbox.ts is the connection, how far
 * it is read, and its last error.
 * read-message.ts bounds and parses the bytes, and says who sent a message and which mail it is
 * about.
 * handle-message.ts says what it is: a delivery report (parse-delivery-report.ts), a complaint, an
 * out-of-office reply, or a mail for a person.
 * answers/meaning.ts says what an answer means, in the SMTP dialogue, in reports and in webhooks
 * (decision 066): account-rows.ts lists what services say about an account, phrases.ts the words for
 * a mailbox and for policy.
 * handle-message.ts finds the mail of a report by its token, or by Message-ID and recipient. It
 * also recognises a mail by which a person leaves (decision 064). The report goes to reports.ts.
 * test/reports/ has a sample of each format.
 */

export type MailboxDeps = {
  store: Store
  mailbox: BounceMailbox
  tokens: MailTokens
  log: Log
  now: () => number
  metrics?: {
    mailboxMails: { inc(labels: { kind: Handled | 'failed' }): void }
    mailboxFailures: { inc(labels: { reason: string }): void }
    letterStops: { inc(labels: { rule: string }): void }
  }
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
      const areMoved = await readNewMails(deps, connection, state, {
        save: (read) => saveMailboxState(store, (state = { ...state, ...read })),
        async renew() {
          if (!(await lease.renew())) throw new LeaseLost()
        },
      })
      if (!areMoved)
        throw new MailboxError('move', `the mail server moves no mail to '${handledFolder}'`)
      await saveMailboxState(store, {
        ...state,
        readAt: now(),
        left: connection.count(),
        trouble: null,
      })
      if (state.trouble) deps.log.info({}, 'the bounce mailbox is read again')
    } catch (error) {
      if (error instanceof LeaseLost) return
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

/** The reader of the configured bounce mailbox; null without one. */
export const openBounceMailbox = ({
  config,
  secrets,
  ...deps
}: Pick<MailboxDeps, 'store' | 'log' | 'metrics' | 'now'> & {
  config: Config
  secrets: Secrets
}): MailboxReader | null =>
  config.bounceMailbox === undefined
    ? null
    : openMailboxReader({
        ...deps,
        mailbox: readBounceMailbox(config.bounceMailbox),
        tokens: openMailTokens(secrets),
      })

/**
 * DOCTOR-1: a mail of our own that came back: the first whose subject contains `text`, or null. It
 * is moved to the folder of handled mails. Throws MailboxError.
 */
export async function findInMailbox(mailbox: BounceMailbox, text: string): Promise<Buffer | null> {
  const patience = { longestMs: silenceMs, signal: new AbortController().signal }
  const connection = await connectMailbox(mailbox, patience)
  try {
    const found = (await connection.uidsOf({ subject: text })).slice(0, 1)
    let mail: Buffer | null = null
    // The answer has to end before the next command.
    for await (const { raw } of connection.messages(found)) mail = Buffer.from(raw)
    if (mail) await connection.moveHandled(found)
    return mail
  } finally {
    connection.close()
  }
}

/** `save` stores how far the mailbox is read; `renew` throws LeaseLost. */
type Progress = {
  save: (position: Position) => Promise<unknown>
  renew: () => Promise<void>
}
type Position = Pick<MailboxState, 'lastUid' | 'failedUids'>

/** Another server reads the mailbox now. */
class LeaseLost extends Error {}

const uidsPerSearch = 20_000
/** Mails that are read and moved together. After a kill they are read again. */
const mailsPerStep = 50
const mostFailed = 1_000

/**
 * BACK-2: reads the mails after `lastUid`, then those that failed in the reading before. One that
 * fails twice is skipped and stays where it is, so that no mail keeps others from being read. Returns
 * false if some handled mails stayed in the folder. Throws MailboxError and StoreUnavailable.
 */
async function readNewMails(
  deps: MailboxDeps,
  connection: MailboxConnection,
  { lastUid, failedUids: failedBefore }: Position,
  { save, renew }: Progress,
): Promise<boolean> {
  let failed: number[] = []
  let areMoved = true
  for (let first = lastUid + 1; first < connection.uidNext; first += uidsPerSearch) {
    const last = Math.min(first + uidsPerSearch, connection.uidNext) - 1
    const uids = await connection.uidsOf({ uid: `${first}:${last}` })
    for (let from = 0; from < uids.length; from += mailsPerStep) {
      const some = uids.slice(from, from + mailsPerStep)
      const step = await readStep(deps, connection, some, { renew, last: false })
      failed = [...failed, ...step.failed].slice(0, mostFailed)
      areMoved &&= step.areMoved
      await save({ lastUid: some.at(-1)!, failedUids: [...failedBefore, ...failed] })
    }
    await save({ lastUid: last, failedUids: [...failedBefore, ...failed] })
  }
  if (failedBefore.length > 0) {
    const again = await readStep(deps, connection, failedBefore, { renew, last: true })
    areMoved &&= again.areMoved
    await save({ lastUid: Math.max(lastUid, connection.uidNext - 1), failedUids: failed })
  }
  return areMoved
}

/** `last`: no attempt follows. */
async function readStep(
  deps: MailboxDeps,
  connection: MailboxConnection,
  uids: readonly number[],
  { renew, last }: Pick<Progress, 'renew'> & { last: boolean },
): Promise<{ failed: number[]; areMoved: boolean }> {
  const handled: number[] = []
  const failed: number[] = []
  const counts: Partial<Record<Handled, number>> = {}
  for await (const { uid, raw } of connection.messages(uids)) {
    await renew()
    const kind = await tryMessage(deps, { uid, raw }, last)
    if (kind === 'failed') failed.push(uid)
    else counts[kind] = (counts[kind] ?? 0) + 1
    if (kind !== 'failed' || last) deps.metrics?.mailboxMails.inc({ kind })
    if (kind !== 'failed' && kind !== 'unmatched') handled.push(uid)
  }
  if (handled.length === 0) return { failed, areMoved: true }
  deps.log.info(counts, 'mails of the bounce mailbox')
  return { failed, areMoved: await connection.moveHandled(handled) }
}

/** Throws StoreUnavailable: nothing is wrong with the mail then. */
async function tryMessage(
  { store, tokens, log, metrics, now }: MailboxDeps,
  { uid, raw }: { uid: number; raw: Uint8Array },
  last: boolean,
): Promise<Handled | 'failed'> {
  try {
    return await handleMessage({ store, tokens, log, metrics }, raw, now())
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    if (last) log.error({ uid, err: error }, 'a mail of the bounce mailbox failed twice: skipped')
    else log.warn({ uid, err: error }, 'a mail of the bounce mailbox failed: tried once more')
    return 'failed'
  }
}
