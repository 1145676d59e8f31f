import type { Obstacle, RefusedAt, SendResult } from './classify.ts'

/** How far a mail had come: no session, a session, or its whole text written. */
export type SendProgress = 'no session' | 'session' | 'final dot'

/** The abort reason when this program ends. The mail is not at fault. */
export const stopping = 'this program is stopping'

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
  progress: SendProgress,
  signal?: AbortSignal,
): SendResult {
  const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown))
  const refusal = readRefusal(error)
  if (refusal) return refusal
  const why = signal?.aborted ? String(signal.reason) : (error.response ?? error.message)
  if (progress === 'final dot') return { result: 'cut', written: true, why }
  if (why === stopping) return { result: 'no session', why, obstacle: null }
  const noSession = progress === 'no session' && noSessionCodes.has(error.code ?? '')
  return noSession
    ? { result: 'no session', why: whyNoSession(error, why), obstacle: obstacleOf(error) }
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

/**
 * `reason` is OpenSSL's plain text. For STARTTLS the message names the command that the answer
 * belongs to.
 */
const whyNoSession = ({ code, reason, message }: SmtpError, why: string): string =>
  (reason ?? (code === 'ETLS' ? message : why)).replace(nodeAdvice, '')

/** Node's advice for programs that are started by hand. `mail -- status` has its own. */
export const nodeAdvice = /; if the root CA is installed locally, try .*$/

function obstacleOf({ code, originalCode = '' }: SmtpError): Obstacle {
  if (certificateCode.test(originalCode)) return 'certificate'
  return code === 'ETLS' || originalCode.startsWith('ERR_SSL_') || originalCode === 'EPROTO'
    ? 'tls'
    : 'unreachable'
}

/** Node's codes for a rejected certificate: OpenSSL's verification errors, and a wrong name. */
export const certificateCode =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|ERR_TLS_CERT_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH|CRL_)/
