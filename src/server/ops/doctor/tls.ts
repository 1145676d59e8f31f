import type { CheckResult } from '#contract/doctor.ts'
import { keepsTrying, stopInWords } from '#server/delivery/describe-stop.ts'
import type { DoctorFacts } from './facts.ts'
import { couldBeStricter, inOrder, unknown, wrong } from './results.ts'

const dayMs = 24 * 3_600_000
const soonMs = 14 * dayMs

/** The connection to the mail server in SMTP_URL is encrypted, with a valid certificate. */
export function checkTls(
  { tls, smtpHost }: Pick<DoctorFacts, 'tls' | 'smtpHost'>,
  now: number,
): CheckResult {
  if (tls.state === 'failed') {
    const { cause, ...words } = stopInWords({ kind: tls.obstacle, reason: tls.why })
    const remedy = words.remedy.replace(keepsTrying, '')
    return tls.obstacle === 'unreachable'
      ? unknown(`${smtpHost} cannot be reached: ${tls.why}.`, remedy)
      : wrong(`${smtpHost}: ${cause === null ? '' : `${cause}: `}${tls.why}.`, remedy)
  }
  if (tls.state === 'plain')
    return tls.isLocal
      ? inOrder('The mail server is on this machine, so nothing needs encryption.')
      : wrong(
          `Mails go to ${smtpHost} unencrypted, with the links in them.`,
          'Use smtps:// in SMTP_URL, or a mail server that offers STARTTLS.',
        )
  const until = new Date(tls.validUntil).toISOString().slice(0, 10)
  const found = `${tls.protocol.replace('v', ' ')}, certificate valid until ${until}.`
  return tls.validUntil - now < soonMs
    ? couldBeStricter(found, 'Renew the certificate of the mail server now.')
    : inOrder(found)
}
