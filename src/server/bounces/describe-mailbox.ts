import { time } from '#server/delivery/describe-stop.ts'
import type { MailboxReading, MailboxTrouble } from './mailbox-state.ts'

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
