import type { ImapFlow } from 'imapflow'
import { grouped, plural } from '#contract/english.ts'
import { iso } from '#contract/time.ts'
import { readBounceMailbox, type BounceMailbox } from '#server/config/formats.ts'
import { readMeta, writeMeta } from '#server/db/meta.ts'
import type { Db, Store } from '#server/db/store.ts'
import { maskedLine } from '#server/config/log.ts'
import { certificateCode, nodeAdvice } from '#server/delivery/send-error.ts'
import { mostBytes } from './read-message.ts'

/**
 * Why the mailbox is not read. `folder`: it cannot be opened; `move`: handled mails cannot be moved
 * out of it; `interrupted`: the connection broke or hung while reading.
 */
export type MailboxTrouble = {
  kind: 'login' | 'certificate' | 'unreachable' | 'folder' | 'move' | 'interrupted'
  /** the server's words, masked */
  reason: string
  since: number
}

/**
 * How far the mailbox is read. `of` names it: a new one is read from its first mail, and so is one
 * whose UIDVALIDITY has changed (RFC 9051, 2.3.1.1). Times are in ms.
 */
export type MailboxState = {
  of: string
  uidValidity: string
  lastUid: number
  /** mails before it that failed once: the next reading tries them again */
  failedUids: readonly number[]
  /** when everything in it was read; null before the first time */
  readAt: number | null
  /** mails that were in the folder then: those that are no report about our mails stay for a person */
  left: number
  trouble: MailboxTrouble | null
}

/** The part that operators see. */
export type MailboxReading = Pick<MailboxState, 'readAt' | 'left' | 'trouble'>

/** `url`: BOUNCE_MAILBOX; null where it is not set. */
export async function readMailboxReading(
  db: Db,
  url: string | undefined,
): Promise<MailboxReading | null> {
  if (url === undefined) return null
  const { readAt, left, trouble } = await readMailboxState(db, readBounceMailbox(url))
  return { readAt, left, trouble }
}

export async function readMailboxState(db: Db, mailbox: BounceMailbox): Promise<MailboxState> {
  const value = await readMeta(db, 'bounce mailbox')
  const stored = value === null ? null : (JSON.parse(value) as MailboxState)
  const of = `${mailbox.user} ${mailbox.host} ${mailbox.folder}`
  const unread = {
    uidValidity: '',
    lastUid: 0,
    failedUids: [],
    readAt: null,
    left: 0,
    trouble: null,
  }
  return stored?.of === of ? { ...unread, ...stored } : { of, ...unread }
}

export const saveMailboxState = (store: Store, state: MailboxState): Promise<unknown> =>
  store.transact((trx) => writeMeta(trx, 'bounce mailbox', JSON.stringify(state)))

/** For each kind: what is wrong, and the remedy. */
const texts: Record<MailboxTrouble['kind'], { cause: string; remedy: string }> = {
  login: {
    cause: 'the mail server refuses the login',
    remedy: 'Check user and password in BOUNCE_MAILBOX.',
  },
  certificate: {
    cause: 'the certificate of the mail server is not accepted',
    remedy:
      'Check the host in BOUNCE_MAILBOX; a certificate authority of your own goes into NODE_EXTRA_CA_CERTS.',
  },
  unreachable: {
    cause: 'the mail server cannot be reached',
    remedy: 'Check host and port in BOUNCE_MAILBOX. The server tries again each minute.',
  },
  folder: {
    cause: 'the folder cannot be opened',
    remedy: 'Check the folder in BOUNCE_MAILBOX, after the host: /INBOX by default.',
  },
  move: {
    cause: 'reports are read, but not moved',
    remedy: 'Allow the user of BOUNCE_MAILBOX to create folders and to move mails.',
  },
  interrupted: {
    cause: 'the connection broke while reading',
    remedy: 'The server goes on where it stopped, within a minute.',
  },
}

/** The trouble in the words of the dashboard and of `npm run mail -- status`. */
export const mailboxTroubleInWords = ({ kind }: MailboxTrouble) => ({
  effect: 'The bounce mailbox is not read',
  ...texts[kind],
})

/** One line of `npm run mail -- status`. */
export function describeMailbox({ readAt, left, trouble }: MailboxReading): string {
  if (!trouble)
    return readAt === null
      ? notReadYet
      : `The bounce mailbox was read at ${iso(readAt)}.${left > 0 ? ` ${leftInWords(left)}` : ''}`
  const { effect, cause, remedy } = mailboxTroubleInWords(trouble)
  return `${effect} since ${iso(trouble.since)}: ${cause}: ${trouble.reason}. ${remedy}`
}

/** What stays in the folder. It may be somebody who asks to be taken off the list. */
export const leftInWords = (left: number): string =>
  plural(
    left,
    '1 mail waits there for a person to read: it is no report about a mail of this list. It may be a request to leave the list.',
    `${grouped(left)} mails wait there for a person to read: they are no reports about mails of this list. Some may be requests to leave the list.`,
  )

const notReadYet = 'The bounce mailbox was not read yet: a server reads it each minute.'

/** An open mailbox. Its functions throw MailboxError; so does a server that stops answering. */
export type MailboxConnection = {
  uidValidity: string
  /** no mail has this UID yet */
  uidNext: number
  /** UIDs, ascending. `uid`: a range of them as 1:100; `subject`: a text that it contains */
  uidsOf(query: { uid: string } | { subject: string }): Promise<number[]>
  /** the first 256 KiB of each mail; none is marked as read */
  messages(uids: readonly number[]): AsyncGenerator<{ uid: number; raw: Uint8Array }>
  /** to the folder for handled mails, which is made if it is missing; false if they stay */
  moveHandled(uids: readonly number[]): Promise<boolean>
  /** how many mails are in the folder, as the server last said */
  count(): number
  close(): void
}

export class MailboxError extends Error {
  readonly kind: MailboxTrouble['kind']
  constructor(kind: MailboxTrouble['kind'], reason: string) {
    super(maskedLine(reason.replace(nodeAdvice, '')))
    this.kind = kind
  }
}

export const handledFolder = 'Handled by Ascend'
/** The longest time without an answer, or without the next mail. */
export const silenceMs = 20_000

/** `longestMs`: without an answer. */
type Patience = { longestMs: number; signal: AbortSignal }

/**
 * Connects and opens the folder. imapflow is imported here, because a server without a mailbox
 * needs no memory for it.
 */
export async function connectMailbox(
  mailbox: BounceMailbox,
  patience: Patience,
): Promise<MailboxConnection> {
  const client = await newClient(mailbox)
  const cut = openCut(client, patience)
  await cut(() => client.connect()).catch(refuseAs(connectTrouble))
  const opened = await cut(() => client.mailboxOpen(mailbox.folder)).catch((error: unknown) => {
    client.close()
    return refuseAs(() => (error instanceof Silence ? 'interrupted' : 'folder'))(error)
  })
  const broken = refuseAs(() => 'interrupted')
  return {
    uidValidity: String(opened.uidValidity),
    uidNext: opened.uidNext,
    async uidsOf(query) {
      const uids = await cut(() => client.search(query, { uid: true })).catch(broken)
      if (!uids) throw new MailboxError('interrupted', 'the mail server refused to list mails')
      return uids.sort((a, b) => a - b)
    },
    async *messages(uids) {
      if (uids.length === 0) return
      const source = { start: 0, maxLength: mostBytes }
      const mails = client.fetch(uids.join(), { uid: true, source }, { uid: true })
      for (;;) {
        const { done, value } = await cut(() => mails.next()).catch(broken)
        if (done) return
        if (value.source) yield { uid: value.uid, raw: value.source }
      }
    },
    async moveHandled(uids) {
      await cut(() => client.mailboxCreate(handledFolder)).catch(() => undefined)
      const moved = await cut(() =>
        client.messageMove(uids.join(), handledFolder, { uid: true }),
      ).catch(broken)
      return Boolean(moved)
    },
    count: () => opened.exists,
    close: () => client.close(),
  }
}

async function newClient({ host, port, secure, requireTLS, user, password }: BounceMailbox) {
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host,
    port,
    secure,
    ...(!secure && requireTLS && { doSTARTTLS: true }),
    auth: { user, pass: password },
    clientInfo: { name: 'Ascend' },
    disableAutoIdle: true,
    logger: false,
    maxLiteralSize: 2 * mostBytes,
    maxLineLength: mostLine,
    maxResponseSize: 2 * mostBytes + mostLine,
  })
  // Without a listener an error would end the process. Every call rejects with it as well.
  client.on('error', () => {})
  return client
}

/** A SEARCH answers on one line. */
const mostLine = 1024 * 1024

/**
 * Closes the connection when one answer takes too long, or when `signal` aborts. imapflow watches
 * inactivity alone: a byte now and then would keep it waiting.
 */
const openCut =
  (client: ImapFlow, { longestMs, signal }: Patience) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const cut = (error: Error) => {
        client.close()
        reject(error)
      }
      const stop = () => cut(new Silence('the server is stopping'))
      const seconds = Math.round(longestMs / 1_000)
      const timer = setTimeout(() => cut(new Silence(`no answer for ${seconds} s`)), longestMs)
      signal.addEventListener('abort', stop, { once: true })
      work()
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer)
          signal.removeEventListener('abort', stop)
        })
    })

class Silence extends Error {}

type ImapError = Error & {
  code?: string
  authenticationFailed?: boolean
  responseText?: string
}

const refuseAs =
  (kindOf: (error: ImapError) => MailboxTrouble['kind']) =>
  (thrown: unknown): never => {
    const error: ImapError = thrown instanceof Error ? thrown : new Error(String(thrown))
    throw new MailboxError(kindOf(error), error.responseText || error.message)
  }

function connectTrouble({ code = '', authenticationFailed }: ImapError): MailboxTrouble['kind'] {
  if (authenticationFailed) return 'login'
  return certificateCode.test(code) ? 'certificate' : 'unreachable'
}
