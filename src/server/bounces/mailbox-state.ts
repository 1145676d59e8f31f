import { readMeta, writeMeta } from '#server/db/meta.ts'
import { readBounceMailbox, type BounceMailbox } from '#server/config/formats.ts'
import type { Db, Store } from '#server/db/store.ts'
import { time } from '#server/delivery/describe-stop.ts'

/**
 * Why the mailbox is not read. `folder`: it cannot be opened; `move`: handled mails cannot be moved
 * out of it; `interrupted`: the connection broke or hung while reading.
 */
const mailboxTroubles = [
  'login',
  'certificate',
  'unreachable',
  'folder',
  'move',
  'interrupted',
] as const
export type MailboxTrouble = {
  kind: (typeof mailboxTroubles)[number]
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
      : `The bounce mailbox was read at ${time(readAt)}.${left > 0 ? ` ${leftInWords(left)}` : ''}`
  const { effect, cause, remedy } = mailboxTroubleInWords(trouble)
  return `${effect} since ${time(trouble.since)}: ${cause}: ${trouble.reason}. ${remedy}`
}

/** What stays in the folder. It may be somebody who asks to be taken off the list. */
export const leftInWords = (left: number): string =>
  left === 1
    ? '1 mail waits there for a person to read: it is no report about a mail of this list. It may be a request to leave the list.'
    : `${left.toLocaleString('en-GB')} mails wait there for a person to read: they are no reports about mails of this list. Some may be requests to leave the list.`

const notReadYet = 'The bounce mailbox was not read yet: a server reads it each minute.'
