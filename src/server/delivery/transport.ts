import { createTransport } from 'nodemailer'
import type { CustomAuthenticationContext } from 'nodemailer/lib/smtp-connection'
import { readSmtpUrl } from '#server/config/smtp-url.ts'
import { inFewPieces } from './coalesce-stream.ts'
import type { ComposedMail } from './message.ts'
import { endOf, type Reached } from './send-end.ts'
import type { SendEnd } from './outcome.ts'

/** As many mails are on their way at once; no more rows are claimed. */
export const connections = 5

/** `socketMs` bounds every wait for an answer, the one after the final dot included: too short a wait sends mails twice. */
export type Timeouts = { connectMs: number; greetingMs: number; socketMs: number }
const defaultTimeouts: Timeouts = { connectMs: 10_000, greetingMs: 10_000, socketMs: 60_000 }

export type Transport = {
  /** Never throws: every failure is an end. */
  send(mail: ComposedMail, signal: AbortSignal): Promise<SendEnd>
  close(): void
}

export function openTransport(
  smtpUrl: string,
  { connectMs, greetingMs, socketMs }: Timeouts = defaultTimeouts,
): Transport {
  const { url, requireTLS, hasCredentials } = readSmtpUrl(smtpUrl)
  const mailer = createTransport({
    url,
    requireTLS,
    pool: true,
    // Without it the mailer sends without a login where the server offers none.
    forceAuth: hasCredentials,
    customAuth: { PLAIN: loginPlain },
    maxConnections: connections,
    idleTimeout: 20_000,
    // Whether a mail may go again is decided here and by its row.
    maxRequeues: 0,
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: socketMs,
    dnsTimeout: connectMs,
  })
  mailer.use('stream', (mail, done) => {
    const { progress } = mail.data as unknown as { progress: Progress }
    mail.message.processFunc((message) => {
      progress.reached = 'session'
      const pieces = inFewPieces(message)
      progress.textAsked = () => pieces.readableDidRead
      return pieces.once('end', () => {
        progress.reached = 'final dot'
      })
    })
    done()
  })

  const attempt = async (
    mail: ComposedMail,
    signal: AbortSignal,
  ): Promise<{ end: SendEnd; foundClosed?: boolean }> => {
    const progress: Progress = { reached: 'nothing', textAsked: () => false }
    try {
      const sent = await mailer.sendMail(Object.assign({}, mail, { signal, progress }))
      return { end: { end: 'accepted', answer: sent.response } }
    } catch (error) {
      const end = endOf(error, progress.reached, signal)
      return {
        end,
        foundClosed:
          end.end === 'cut' && !progress.textAsked() && isClosed(error) && !signal.aborted,
      }
    }
  }

  return {
    async send(mail, signal) {
      const { end, foundClosed } = await attempt(mail, signal)
      // A connection that waited may have been closed by the server meanwhile. Nothing of the mail was asked for: it goes over another, once.
      return foundClosed ? (await attempt(mail, signal)).end : end
    },
    close: () => mailer.close(),
  }
}

/** Chosen by the mailer where the server offers PLAIN, and where it offers no login that the mailer knows: that one must not get the password. */
async function loginPlain({
  authMethods,
  auth: {
    credentials: { user, pass },
  },
  sendCommand,
}: CustomAuthenticationContext): Promise<void> {
  if (!authMethods.includes('PLAIN'))
    throw new Error('the mail server offers no login (AUTH PLAIN, LOGIN or CRAM-MD5)')
  const { status, response } = await sendCommand(
    `AUTH PLAIN ${Buffer.from(`\0${user}\0${pass}`).toString('base64')}`,
  )
  if (status !== 235) throw new Error(response)
}

const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNECTION'

/**
 * The pool asks for the message's stream when the session stands, and reads the stream to its end only after the server has
 * answered DATA: so its end is the moment from which nobody can know, without an answer, whether the mail has arrived.
 */
type Progress = {
  reached: Reached
  /** true from the answer to DATA on */ textAsked: () => boolean
}
