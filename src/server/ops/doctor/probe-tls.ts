import { TLSSocket } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isLoopbackHost } from '#server/config/config.ts'
import { readSmtpUrl } from '#server/config/smtp-url.ts'
import { readSendError } from '#server/delivery/send-error.ts'
import type { TlsFacts } from './facts.ts'

const timeoutMs = 10_000

/** Connects to the mail server as a delivery does, without a login, and looks at the connection. */
export function probeTls(smtpUrl: string): Promise<TlsFacts> {
  const { url, requireTLS } = readSmtpUrl(smtpUrl)
  const { protocol, hostname, port } = new URL(url)
  const secure = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
  return new Promise((resolve) => {
    const end = (facts: TlsFacts) => {
      connection.close()
      resolve(facts)
    }
    connection.once('error', (error) => end(factsOfError(error)))
    connection.connect((error) => end(error ? factsOfError(error) : factsOf(connection, hostname)))
  })
}

function factsOf({ _socket: socket }: SMTPConnection, hostname: string): TlsFacts {
  if (!(socket instanceof TLSSocket)) return { state: 'plain', isLocal: isLoopbackHost(hostname) }
  return {
    state: 'encrypted',
    protocol: socket.getProtocol() ?? 'TLS',
    validUntil: Date.parse(socket.getPeerCertificate().valid_to),
  }
}

function factsOfError(error: Error): TlsFacts {
  const result = readSendError(error, 'no session')
  return result.result === 'no session'
    ? { state: 'failed', obstacle: result.obstacle ?? 'unreachable', why: result.why }
    : { state: 'failed', obstacle: 'unreachable', why: error.message }
}
