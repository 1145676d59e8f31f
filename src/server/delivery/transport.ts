import { pipeline, Transform, type Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { createTransport } from 'nodemailer'
import type { CustomAuthenticationContext } from 'nodemailer/lib/smtp-connection'
import { destinationKind, type DestinationConfig } from '#server/config/destination.ts'
import { readSmtpUrl, type SmtpSettings } from '#server/config/formats.ts'
import { urgentConnections } from '#server/outbox/operator-mails.ts'
import type { SendResult } from './classify.ts'
import type { ComposedMail } from './message.ts'
import { offersStartTls, readSendError, type SendProgress } from './send-error.ts'
import {
  connectTimed,
  limitBlocks,
  outerLimits,
  smtpLimits,
  type SmtpLimits,
} from './smtp-limits.ts'

export { stopping } from './send-error.ts'

/** Where mails go: to the mail server, to /dev/mails, or nowhere until there is a mail server. */
export type Destination =
  | { kind: 'smtp'; transport: Transport }
  | { kind: 'dev mails'; print(mail: ComposedMail): Promise<string> }
  | { kind: 'none' }

export function openDestination(config: DestinationConfig, limits?: SmtpLimits): Destination {
  const kind = destinationKind(config)
  if (kind === 'none') return { kind }
  if (kind === 'smtp') return { kind, transport: openTransport(config.smtpUrl!, limits) }
  const printer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return { kind, print: async (mail) => String((await printer.sendMail(mail)).message) }
}

/** No more mails are sent at once, beside urgent ones. */
export const connections = 10

type Transport = {
  /** Never throws: each failure is a result. */
  send(mail: ComposedMail, signal: AbortSignal): Promise<SendResult>
  close(): void
}

function openTransport(smtpUrl: string, limits: SmtpLimits = smtpLimits): Transport {
  const settings = readSmtpUrl(smtpUrl)
  const session: Session = { offersTls: false }
  const mailer = openMailer(settings, limits, session)
  const hidden = secretsHider(settings)

  const sendOnce = async (
    mail: ComposedMail,
    signal: AbortSignal,
  ): Promise<{ result: SendResult; foundClosed?: boolean }> => {
    const tracker: Tracker = { progress: 'no session', isRead: () => false }
    try {
      const sent = await mailer.sendMail(Object.assign({}, mail, { signal, tracker }))
      return { result: { result: 'accepted', answer: sent.response } }
    } catch (error) {
      const { offersTls } = session
      const result = readSendError(error, { progress: tracker.progress, signal, offersTls })
      const foundClosed =
        result.result === 'cut' && !tracker.isRead() && isConnectionClosed(error) && !signal.aborted
      return { result: hidden(result), foundClosed }
    }
  }

  return {
    async send(mail, signal) {
      const { result, foundClosed } = await sendOnce(mail, signal)
      // The server may have closed an idle connection. The message was not read, so it can be sent
      // over another connection, once.
      return foundClosed ? (await sendOnce(mail, signal)).result : result
    },
    close: () => mailer.close(),
  }
}

/** Takes the password out of what a mail server repeats of it. */
function secretsHider({ user, password }: SmtpSettings) {
  // The longest first: one may be the end of another.
  const secrets = [base64(`\0${user}\0${password}`), base64(password), password]
  const without = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return (result: SendResult): SendResult => {
    if (password === '' || result.result === 'accepted') return result
    return result.result === 'refused'
      ? { ...result, answer: without(result.answer) }
      : { ...result, why: without(result.why) }
  }
}

/** `offersTls`: the mail server has offered STARTTLS. */
type Session = { offersTls: boolean }

/** A pool of SMTP connections that updates the tracker of each mail. */
function openMailer(settings: SmtpSettings, limits: SmtpLimits, session: Session) {
  const { url, host, port, requireTLS, ignoreTLS, hasCredentials } = settings
  const heard = (answer: string) => {
    // The answer to an EHLO over TLS does not offer it again.
    session.offersTls ||= offersStartTls(answer)
  }
  const mailer = createTransport({
    url,
    requireTLS,
    ignoreTLS,
    pool: true,
    // Without it nodemailer sends mail without a login where the server offers none.
    forceAuth: hasCredentials,
    customAuth: { PLAIN: loginPlain },
    maxConnections: connections + urgentConnections,
    idleTimeout: 20_000,
    // Retries are decided here and by the mail's row.
    maxRequeues: 0,
    ...outerLimits(limits),
    getSocket: callbackify((_options: unknown) => connectTimed({ host, port }, limits, heard)),
  })
  mailer.use('stream', (mail, done) => {
    const { tracker } = mail.data as unknown as { tracker: Tracker }
    mail.message.processFunc((message) => {
      tracker.progress = 'session'
      const chunks = coalesceStream(message)
      limitBlocks(chunks, limits)
      tracker.isRead = () => chunks.readableDidRead
      return chunks.once('end', () => {
        tracker.progress = 'final dot'
      })
    })
    done()
  })
  return mailer
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/**
 * nodemailer chooses PLAIN where the server offers it, and also where it offers no login that
 * nodemailer knows. Such a server must not get the password.
 */
async function loginPlain({
  authMethods,
  auth: {
    credentials: { user, pass },
  },
  sendCommand,
}: CustomAuthenticationContext): Promise<void> {
  if (!authMethods.includes('PLAIN'))
    throw new Error('the mail server offers no login (AUTH PLAIN, LOGIN or CRAM-MD5)')
  const { status, response } = await sendCommand(`AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`)
  if (status !== 235) throw new Error(response)
}

const isConnectionClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNECTION'

/**
 * The pool opens the message's stream once the session is established, and reads it to its end only
 * after the server has answered DATA. From that end on, only the server's answer can tell whether
 * the mail has arrived.
 */
type Tracker = {
  progress: SendProgress
  /** true once the server has answered DATA */
  isRead: () => boolean
}

const pieceBytes = 65_536

/**
 * nodemailer composes a mail in about thirty small chunks, each of which would be a packet. This
 * joins them into chunks of 64 KiB, which is one for most mails. An error of either stream destroys
 * the other.
 */
export function coalesceStream(message: Readable): Readable {
  let chunks: Buffer[] = []
  let bytes = 0
  const joined = () => {
    const whole = Buffer.concat(chunks)
    chunks = []
    bytes = 0
    return whole
  }
  const coalesced = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      chunks.push(chunk)
      bytes += chunk.length
      next(null, bytes < pieceBytes ? null : joined())
    },
    flush: (done) => done(null, joined()),
  })
  return pipeline(message, coalesced, () => {
    /* the reader of the result gets the error */
  })
}
