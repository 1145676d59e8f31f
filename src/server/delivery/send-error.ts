import type { Obstacle, RefusedAt, SendResult } from './classify.ts'

/** How far a mail had come: no session, a session, or its whole text written. */
export type SendProgress = 'no session' | 'session' | 'final dot'

/** The abort reason when this program ends. The mail is not at fault. */
export const stopping = 'this program is stopping'

/** `offersTls`: the server has named STARTTLS among what it can do. */
type SendFacts = { progress: SendProgress; signal?: AbortSignal; offersTls?: boolean }

type SmtpError = Error & {
  code?: string
  originalCode?: string
  reason?: string
  command?: string
  response?: string
  responseCode?: number
}

/**
 * Reads nodemailer's error. Its codes are the same before and after the final dot, so `progress`
 * decides what an error without an answer means.
 */
export function readSendError(
  thrown: unknown,
  { progress, signal, offersTls }: SendFacts,
): SendResult {
  const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown))
  const refusal = readRefusal(error)
  if (refusal) return refusal
  const why = signal?.aborted ? String(signal.reason) : (error.response ?? error.message)
  if (progress === 'final dot') return { result: 'cut', written: true, why }
  if (why === stopping) return { result: 'no session', why, obstacle: null }
  const noSession = progress === 'no session' && noSessionCodes.has(error.code ?? '')
  return noSession
    ? {
        result: 'no session',
        why: whyNoSession(error, why, offersTls),
        obstacle: obstacleOf(error),
      }
    : { result: 'cut', written: false, why }
}

function readRefusal({
  code = '',
  command = '',
  response,
  responseCode,
  message,
}: SmtpError): SendResult | null {
  if (loginCodes.has(code))
    return {
      result: 'refused',
      at: 'login',
      code: responseCode ?? 535,
      answer: response ?? message,
    }
  const isGreeting = code === 'EPROTOCOL' && ['CONN', 'HELO'].includes(command)
  if (isGreeting && response && (responseCode ?? 0) >= 500)
    return { result: 'refused', at: 'greeting', code: responseCode!, answer: response }
  const at = refusedAt[command]
  return at && responseCode && response && responseCode >= 400
    ? { result: 'refused', at, code: responseCode, answer: response }
    : null
}

const loginCodes = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
const refusedAt: Record<string, RefusedAt> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
}
const noSessionCodes = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
  'EPROXY',
])

function whyNoSession(error: SmtpError, why: string, offersTls = false): string {
  const { code, reason, message } = error
  // For STARTTLS the message names the command that the answer belongs to.
  const words = (reason ?? (code === 'ETLS' ? message : why)).replace(nodeAdvice, '')
  if (obstacleOf(error) !== 'tls' || isWithoutTls(error, offersTls)) return words
  return `${tlsFailed}: ${error.response ?? words}`
}

/** How the reason begins where the mail server has TLS and it could not be started. */
export const tlsFailed = 'the mail server has TLS, and it could not be started'

/** STARTTLS is not offered, or the port of smtps:// speaks no TLS. */
const isWithoutTls = ({ command, originalCode = '' }: SmtpError, offersTls: boolean): boolean =>
  !offersTls && (command === 'STARTTLS' || noTlsCodes.has(originalCode))

/** The first bytes were no TLS. */
const noTlsCodes = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])

/** True for an answer to EHLO that offers STARTTLS (RFC 3207). */
export const offersStartTls = (answer: string): boolean => /^250[- ]STARTTLS\b/im.test(answer)

/** The error of a connection that was not opened, as nodemailer would give it. */
export function notConnected(thrown: unknown): Error {
  // Where a host has several addresses, the words are those of the first.
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const error: SmtpError = first instanceof Error ? first : new Error(String(first))
  const originalCode = error.code ?? ''
  return Object.assign(error, { code: 'ECONNECTION', originalCode })
}

/** Node's advice for programs that are started by hand. `mail -- status` has its own. */
export const nodeAdvice = /; if the root CA is installed locally, try .*$/

function obstacleOf({ code, originalCode = '', message }: SmtpError): Obstacle {
  if (certificateCode.test(originalCode)) return 'certificate'
  const isTls =
    code === 'ETLS' ||
    originalCode.startsWith('ERR_SSL_') ||
    originalCode === 'EPROTO' ||
    duringHandshake.test(message)
  return isTls ? 'tls' : 'unreachable'
}

/** Node's and nodemailer's words for a handshake that was broken off or did not end. */
const duringHandshake = /before secure TLS connection was established|TLS handshake timed out/

/** Node's codes for a rejected certificate: OpenSSL's verification errors, and a wrong name. */
export const certificateCode =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|ERR_TLS_CERT_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH|CRL_)/
