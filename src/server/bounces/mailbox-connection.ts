import type { ImapFlow } from 'imapflow'
import type { BounceMailbox } from '#server/config/formats.ts'
import { maskedLine } from '#server/config/log.ts'
import { certificateCode, nodeAdvice } from '#server/delivery/send-error.ts'
import type { MailboxTrouble } from './mailbox-state.ts'
import { mostBytes } from './read-message.ts'

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
export type Patience = { longestMs: number; signal: AbortSignal }

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
