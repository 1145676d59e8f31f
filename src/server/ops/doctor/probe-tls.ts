import { TLSSocket } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isLoopbackHost } from '#server/config/config.ts'
import { readSmtpUrl, type SmtpSettings } from '#server/config/smtp-url.ts'
import { offersStartTls, readSendError } from '#server/delivery/send-error.ts'
import { connectTimed, outerLimits, smtpLimits } from '#server/delivery/smtp-limits.ts'
import type { TlsFacts } from './facts.ts'

const stepMs = 10_000
/** The operator waits for the doctor. */
const limits = { ...smtpLimits, connect: stepMs, greeting: stepMs, command: stepMs }

/** Connects to the mail server as a delivery does, without a login, and looks at the connection. */
export async function probeTls(smtpUrl: string): Promise<TlsFacts> {
  const settings = readSmtpUrl(smtpUrl)
  let offersTls = false
  try {
    const opened = await connectTimed(settings, limits, (answer) => {
      offersTls ||= offersStartTls(answer)
    })
    const { secure, requireTLS, ignoreTLS } = settings
    return await probe(
      new SMTPConnection({
        ...opened,
        ...outerLimits(limits),
        secure,
        requireTLS,
        ignoreTLS,
        host: settings.host,
      }),
      settings,
    )
  } catch (error) {
    return factsOfError(error as Error, offersTls)
  }
}

/** Rejects with nodemailer's error. */
const probe = (connection: SMTPConnection, settings: SmtpSettings): Promise<TlsFacts> =>
  new Promise<TlsFacts>((resolve, reject) => {
    connection.once('error', reject)
    connection.connect((error) => (error ? reject(error) : resolve(factsOf(connection, settings))))
  }).finally(() => connection.close())

function factsOf({ _socket: socket }: SMTPConnection, { host, ignoreTLS }: SmtpSettings): TlsFacts {
  if (!(socket instanceof TLSSocket))
    return { state: 'plain', isLocal: ignoreTLS || isLoopbackHost(host) }
  return {
    state: 'encrypted',
    protocol: socket.getProtocol() ?? 'TLS',
    validUntil: Date.parse(socket.getPeerCertificate().valid_to),
  }
}

function factsOfError(error: Error, offersTls: boolean): TlsFacts {
  const result = readSendError(error, { progress: 'no session', offersTls })
  return result.result === 'no session'
    ? { state: 'failed', obstacle: result.obstacle ?? 'unreachable', why: result.why }
    : { state: 'failed', obstacle: 'unreachable', why: error.message }
}
