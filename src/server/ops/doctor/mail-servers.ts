import { TLSSocket } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import {
  couldBeStricter,
  inOrder,
  unknown,
  wrong,
  type CheckResult,
} from '#contract/mails/doctor.ts'
import { dayMs, iso } from '#contract/time.ts'
import { isLoopbackHost } from '#server/config/config.ts'
import { readSmtpUrl, type SmtpSettings } from '#server/config/formats.ts'
import type { Obstacle } from '#server/delivery/classify.ts'
import { keepsTrying, stopInWords } from '#server/delivery/describe-stop.ts'
import { offersStartTls, readSendError } from '#server/delivery/send-error.ts'
import { connectTimed, outerLimits, smtpLimits } from '#server/delivery/smtp-limits.ts'
import { unanswered, type Lookups } from './dns.ts'

const soonMs = 14 * dayMs

/** The connection to the mail server in SMTP_URL is encrypted, with a valid certificate. */
export async function checkTls(smtpUrl: string, now: () => number): Promise<CheckResult> {
  const settings = readSmtpUrl(smtpUrl)
  return checkConnection(await probeTls(settings), settings.host, now())
}

function checkConnection(tls: TlsFacts, smtpHost: string, now: number): CheckResult {
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
  const until = iso(tls.validUntil).slice(0, 10)
  const found = `${tls.protocol.replace('v', ' ')}, certificate valid until ${until}.`
  return tls.validUntil - now < soonMs
    ? couldBeStricter(found, 'Renew the certificate of the mail server now.')
    : inOrder(found)
}

/** The connection to the mail server in SMTP_URL. Times are in ms. */
type TlsFacts =
  | { state: 'encrypted'; protocol: string; validUntil: number }
  | { state: 'plain'; isLocal: boolean }
  | { state: 'failed'; obstacle: Obstacle; why: string }

const stepMs = 10_000
/** The operator waits for the doctor. */
const limits = { ...smtpLimits, connect: stepMs, greeting: stepMs, command: stepMs }

/** Connects to the mail server as a delivery does, without a login, and looks at the connection. */
async function probeTls(settings: SmtpSettings): Promise<TlsFacts> {
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

/** MX (RFC 5321, 5): answers to the sender, and bounces, arrive. */
export async function checkMx(
  from: string,
  bounces: string | null,
  lookups: Lookups,
): Promise<CheckResult> {
  const results = await Promise.all([
    checkDomain(from, 'answers', lookups),
    ...(bounces === null || bounces === from ? [] : [checkDomain(bounces, 'bounces', lookups)]),
  ])
  return (
    results.find(({ state }) => state === 'wrong') ??
    results.find(({ state }) => state !== 'in order') ??
    inOrder(results.map(({ found }) => found).join(' '))
  )
}

async function checkDomain(
  domain: string,
  takes: 'answers' | 'bounces',
  lookups: Lookups,
): Promise<CheckResult> {
  const records = await lookups.mx(domain)
  if (records.state === 'unknown') return unanswered(domain, records.why)
  const hosts = records.state === 'found' ? records.records : []
  // RFC 7505: a domain that takes no mail
  if (hosts.some(({ host }) => host === '' || host === '.'))
    return wrong(
      `${domain} says that it takes no mail (a null MX): ${takes} are lost.`,
      'Publish the host that takes your mail instead, for example:',
      mxRecord(domain),
    )
  const [first] = hosts.toSorted((a, b) => a.priority - b.priority)
  const addresses = await lookups.addresses(first?.host ?? domain)
  if (first === undefined)
    return addresses.state === 'found'
      ? couldBeStricter(
          `${domain} has no MX record; mail goes to the address of its website.`,
          'Publish the host that takes your mail, for example:',
          mxRecord(domain),
        )
      : wrong(
          `${domain} has no MX record: ${takes} are lost.`,
          'Publish the host that takes your mail, for example:',
          mxRecord(domain),
        )
  if (addresses.state === 'none')
    return wrong(
      `${first.host}, the MX of ${domain}, has no address: ${takes} are lost.`,
      'Correct the name of the host, or publish its address.',
    )
  return inOrder(`${domain} takes mail at ${first.host}: ${takes} arrive.`)
}

const mxRecord = (domain: string) => ({
  name: domain,
  type: 'MX' as const,
  value: `10 mx.${domain}.`,
})
