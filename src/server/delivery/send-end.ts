import type { Obstacle, SendEnd } from './outcome.ts'

/** How far a mail had come: no session, a session, or its whole text written. */
export type Reached = 'nothing' | 'session' | 'final dot'

/** Given as the reason when this program ends and takes back what it had not handed over: no fault of the mail. */
export const stopping = 'this program is stopping'

type SmtpError = Error & {
  code?: string
  originalCode?: string
  reason?: string
  command?: string
  response?: string
  responseCode?: number
}

/** Reads nodemailer's error. `reached` decides what an error without an answer means: its codes are the same before and after the dot. */
export function endOf(thrown: unknown, reached: Reached, signal?: AbortSignal): SendEnd {
  const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown))
  const refusal = refusalIn(error)
  if (refusal) return refusal
  const why = signal?.aborted ? String(signal.reason) : (error.response ?? error.message)
  if (reached === 'final dot') return { end: 'cut', written: true, why }
  if (why === stopping) return { end: 'unreachable', why, obstacle: null }
  const noSession = reached === 'nothing' && noSessionCodes.has(error.code ?? '')
  return noSession
    ? { end: 'unreachable', why: whyNoSession(error, why), obstacle: obstacleOf(error) }
    : { end: 'cut', written: false, why }
}

/** Node's codes for a certificate that it does not accept: those of OpenSSL's verification, and one for a name that is not in it. */
const certificateCode =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|ERR_TLS_CERT_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH|CRL_)/
/** `reason` is what OpenSSL says in plain words; of STARTTLS the answer alone would not say what it answers. */
const whyNoSession = ({ code, reason, message }: SmtpError, why: string): string =>
  (reason ?? (code === 'ETLS' ? message : why)).replace(advice, '')

/** Node's advice for a program that is started by hand; ours stands in the report. */
const advice = /; if the root CA is installed locally, try .*$/

function obstacleOf({ code, originalCode = '' }: SmtpError): Obstacle {
  if (certificateCode.test(originalCode)) return 'certificate'
  return code === 'ETLS' || originalCode.startsWith('ERR_SSL_') || originalCode === 'EPROTO'
    ? 'tls'
    : 'unreachable'
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
const loginCodes = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
const parts: Record<string, 'sender' | 'recipient' | 'message'> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
}

function refusalIn({
  code = '',
  command = '',
  response,
  responseCode,
  message,
}: SmtpError): SendEnd | null {
  if (loginCodes.has(code))
    return { end: 'refused', at: 'login', code: responseCode ?? 535, answer: response ?? message }
  const at = parts[command]
  return at && responseCode && response && responseCode >= 400
    ? { end: 'refused', at, code: responseCode, answer: response }
    : null
}
