import { createTransport } from 'nodemailer'
import { inFewPieces } from './few-pieces.ts'
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

export function openTransport(smtpUrl: string, { connectMs, greetingMs, socketMs }: Timeouts = defaultTimeouts): Transport {
  const mailer = createTransport({
    url: smtpUrl, pool: true, maxConnections: connections, idleTimeout: 20_000,
    // A mail goes to the server once per claim: whether it may go again is decided by its row.
    maxRequeues: 0,
    connectionTimeout: connectMs, greetingTimeout: greetingMs, socketTimeout: socketMs, dnsTimeout: connectMs,
  })
  mailer.use('stream', (mail, done) => {
    const { progress } = mail.data as unknown as { progress: Progress }
    mail.message.processFunc((message) => {
      progress.reached = 'session'
      return inFewPieces(message).once('end', () => { progress.reached = 'final dot' })
    })
    done()
  })

  return {
    async send(mail, signal) {
      const progress: Progress = { reached: 'nothing' }
      try {
        const sent = await mailer.sendMail(Object.assign({}, mail, { signal, progress }))
        return { end: 'accepted', answer: sent.response }
      } catch (error) {
        return endOf(error, progress.reached, signal)
      }
    },
    close: () => mailer.close(),
  }
}

/**
 * The pool asks for the message's stream when the session stands, and reads the stream to its end only after the server has
 * answered DATA: so its end is the moment from which nobody can know, without an answer, whether the mail has arrived.
 */
type Progress = { reached: Reached }
