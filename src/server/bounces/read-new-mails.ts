import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from '#server/db/errors.ts'
import type { Store } from '#server/db/store.ts'
import type { MailTokens } from '#server/outbox/mail-tokens.ts'
import { handleMessage, type Handled } from './handle-message.ts'
import type { MailboxConnection } from './mailbox-connection.ts'
import type { MailboxState } from './mailbox-state.ts'

export type NewMailsDeps = {
  store: Store
  tokens: MailTokens
  log: Log
  now: () => number
  metrics?: {
    mailboxMails: { inc(labels: { kind: Handled | 'failed' }): void }
    letterStops: { inc(labels: { rule: string }): void }
  }
}

/** `save` stores how far the mailbox is read; `renew` is false once another server has the lease. */
export type Progress = {
  save: (position: Position) => Promise<unknown>
  renew: () => Promise<boolean>
}
export type Position = Pick<MailboxState, 'lastUid' | 'failedUids'>

/** `not moved`: everything is read, and some handled mails stayed in the folder. */
export type Ended = 'read' | 'not moved' | 'lease lost'

const uidsPerSearch = 20_000
/** Mails that are read and moved together. After a kill they are read again. */
const mailsPerStep = 50
const mostFailed = 1_000

/**
 * BACK-2: reads the mails after `lastUid`, then those that failed in the reading before. One that
 * fails twice is skipped and stays where it is, so that no mail keeps others from being read.
 * Throws MailboxError and StoreUnavailable.
 */
export async function readNewMails(
  deps: NewMailsDeps,
  connection: MailboxConnection,
  { lastUid, failedUids: failedBefore }: Position,
  { save, renew }: Progress,
): Promise<Ended> {
  let failed: number[] = []
  let areMoved = true
  for (let first = lastUid + 1; first < connection.uidNext; first += uidsPerSearch) {
    const last = Math.min(first + uidsPerSearch, connection.uidNext) - 1
    const uids = await connection.uidsOf({ uid: `${first}:${last}` })
    for (let from = 0; from < uids.length; from += mailsPerStep) {
      const some = uids.slice(from, from + mailsPerStep)
      const step = await readStep(deps, connection, some, { renew, last: false })
      if (step === null) return 'lease lost'
      failed = [...failed, ...step.failed].slice(0, mostFailed)
      areMoved &&= step.areMoved
      await save({ lastUid: some.at(-1)!, failedUids: [...failedBefore, ...failed] })
    }
    await save({ lastUid: last, failedUids: [...failedBefore, ...failed] })
  }
  if (failedBefore.length > 0) {
    const again = await readStep(deps, connection, failedBefore, { renew, last: true })
    if (again === null) return 'lease lost'
    areMoved &&= again.areMoved
    await save({ lastUid: Math.max(lastUid, connection.uidNext - 1), failedUids: failed })
  }
  return areMoved ? 'read' : 'not moved'
}

type Step = { failed: number[]; areMoved: boolean }

/** `last`: no attempt follows. Returns null if another server has taken over. */
async function readStep(
  deps: NewMailsDeps,
  connection: MailboxConnection,
  uids: readonly number[],
  { renew, last }: { renew: Progress['renew']; last: boolean },
): Promise<Step | null> {
  const handled: number[] = []
  const failed: number[] = []
  const counts: Partial<Record<Handled, number>> = {}
  for await (const { uid, raw } of connection.messages(uids)) {
    if (!(await renew())) return null
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
  { store, tokens, log, metrics, now }: NewMailsDeps,
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
