import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { inOrder, unknown, wrong, type CheckResult } from '#contract/mails/doctor.ts'
import type { Config } from '#server/config/config.ts'
import { composeMail } from '#server/delivery/message.ts'
import type { SmtpLimits } from '#server/delivery/smtp-limits.ts'
import { openDestination } from '#server/delivery/transport.ts'
import { isPrivateAddress, type Lookups } from './dns.ts'

/**
 * Looks into BOUNCE_MAILBOX for the mail whose text contains `token`, once; null while it is not
 * there. Throws an error that names the reason if the mailbox cannot be read.
 */
type FindInMailbox = (token: string) => Promise<Buffer | null>

export type TestMailDeps = {
  config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'loopback' | 'trustedProxies' | 'mailFrom'>
  /** BOUNCE_ADDRESS; undefined where it is not set */
  bounceAddress: string | undefined
  /** null where BOUNCE_MAILBOX is not set */
  findInMailbox: FindInMailbox | null
  now: () => number
  smtpLimits?: SmtpLimits
  /** how often the mailbox is read (ms) */
  lookEveryMs?: number
}

/** The mail is given up after this time (ms). */
const mostTestMailMs = 60_000

/**
 * `isLocal`: no server on the internet passed the mail to another one, so it does not show what
 * other receivers see.
 */
export type TestMailFacts =
  | { state: 'not sent'; why: 'no mailbox' }
  | { state: 'refused'; why: string }
  | { state: 'not returned'; afterMs: number }
  | { state: 'mailbox failed'; why: string }
  | ({ state: 'returned'; afterMs: number; isLocal: boolean } & Verdicts)

/** How a receiver authenticates the test mail (RFC 8601). */
export type Verdicts = {
  returnPath: string | null
  spf: string
  dmarc: string
  signatures: readonly {
    domain: string
    selector: string
    result: string
    comment: string
    isAligned: boolean
    bits: number | null
  }[]
}

/** As the facts, with the mail itself where it arrived. */
export type SentTestMail =
  | Exclude<TestMailFacts, { state: 'returned' }>
  | { state: 'returned'; afterMs: number; raw: Buffer }

/**
 * Sends a mail to BOUNCE_ADDRESS as a mail to a person leaves, and waits for it in
 * BOUNCE_MAILBOX.
 */
export async function sendTestMail(deps: TestMailDeps): Promise<SentTestMail> {
  const { bounceAddress, findInMailbox, now } = deps
  if (bounceAddress === undefined || findInMailbox === null)
    return { state: 'not sent', why: 'no mailbox' }
  const token = `doctor-${randomBytes(16).toString('hex')}`
  const startedAt = now()
  const refusal = await send(deps, withTag(bounceAddress, token), token)
  if (refusal !== null) return { state: 'refused', why: refusal }
  for (;;) {
    const raw = await findInMailbox(token).catch((error: unknown) => error as Error)
    if (raw instanceof Error) return { state: 'mailbox failed', why: raw.message }
    const afterMs = now() - startedAt
    if (raw !== null) return { state: 'returned', afterMs, raw }
    if (afterMs >= mostTestMailMs) return { state: 'not returned', afterMs }
    await sleep(deps.lookEveryMs ?? 2_000)
  }
}

/** Its envelope sender is that of all mails, with a tag: bounce+doctor-1f0…@example.com. */
const withTag = (address: string, tag: string) => address.replace('@', `+${tag}@`)

/** Null if the mail server took it, else its answer. */
async function send(deps: TestMailDeps, to: string, token: string): Promise<string | null> {
  const destination = openDestination(deps.config, deps.smtpLimits)
  if (destination.kind !== 'smtp') return 'SMTP_URL is not set'
  const composed = composeMail(textOf(token), {
    to,
    from: deps.config.mailFrom,
    messageId: `<${token}@${new URL(deps.config.publicUrl).hostname}>`,
    atMs: deps.now(),
    unsubscribeUrl: null,
  })
  const mail = { ...composed, envelope: { from: to, to: [to] } }
  try {
    const sent = await destination.transport.send(mail, AbortSignal.timeout(mostTestMailMs))
    if (sent.result === 'accepted') return null
    return sent.result === 'refused' ? sent.answer : sent.why
  } finally {
    destination.transport.close()
  }
}

const textOf = (token: string) => ({
  subject: `Test of the mail doctor ${token}`,
  html: `<p>The mail doctor sent this mail to see how it arrives.</p><p>${token}</p>`,
  text: `The mail doctor sent this mail to see how it arrives.\n\n${token}\n`,
})

/** `hop`: the server from which the test mail came. */
export async function authenticateSent(
  sent: SentTestMail,
  lookups: Lookups,
): Promise<{ testMail: TestMailFacts; hop: Hop | null }> {
  if (sent.state !== 'returned') return { testMail: sent, hop: null }
  const { hop, verdicts } = await readVerdicts(sent.raw, lookups)
  const isLocal = hop === null
  return { testMail: { state: 'returned', afterMs: sent.afterMs, isLocal, ...verdicts }, hop }
}

/**
 * Authenticates a mail that arrived in the mailbox (SPF, DKIM, DMARC). mailauth is loaded here
 * because only the doctor needs it.
 */
export async function readVerdicts(
  raw: Buffer,
  lookups: Lookups,
): Promise<{ hop: Hop | null; verdicts: Verdicts }> {
  const { authenticate } = await import('mailauth')
  const hop = receivedFrom(raw.toString('latin1'))
  const { dkim, spf, dmarc } = await authenticate(raw, {
    ...(hop && { ip: hop.ip, helo: hop.helo }),
    trustReceived: true,
    resolver: lookups.resolve,
    disableArc: true,
    disableBimi: true,
    mta: 'doctor',
  })
  return {
    hop,
    verdicts: {
      returnPath: dkim.envelopeFrom ? dkim.envelopeFrom.split('@').at(-1)! : null,
      // An address of this machine says nothing about the one that sends to others.
      spf: spf && hop ? spf.status.result : 'none',
      dmarc: dmarc ? dmarc.status.result : 'none',
      signatures: dkim.results.flatMap((signature) =>
        signature.signingDomain === undefined
          ? []
          : [
              {
                domain: signature.signingDomain,
                selector: signature.selector ?? '',
                result: signature.status.result,
                comment: signature.status.comment || '',
                isAligned: Boolean(signature.status.aligned),
                bits: signature.modulusLength ?? null,
              },
            ],
      ),
    },
  }
}

/** The address of a server, and the name that it gave itself. */
export type Hop = { ip: string; helo: string }

/**
 * The server that brought the mail: the address in the newest Received line that is not private,
 * because the mailbox's own servers pass mails on among themselves. A line of a client that logged in
 * (RFC 3848: ESMTPA, ESMTPSA) is how the mail was handed over, not how it arrived. Null where there
 * is no other: the mail has not left our mail server or its network.
 */
export function receivedFrom(raw: string): Hop | null {
  const head = raw.slice(0, Math.max(0, raw.search(/\r?\n\r?\n/)))
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const hops = lines.flatMap((line) => {
    const [, helo, rest] = /^Received:\s*from\s+(\S+)(.*)$/i.exec(line) ?? []
    const from = rest?.split(/\sby\s/)[0] ?? ''
    const ip = /\[(?:IPv6:)?([\da-f.:]+)\]/i.exec(from)?.[1] ?? ''
    const isHandedOver = /\bwith\s+\w*SMTPS?A\b/i.test(rest ?? '')
    return helo !== undefined && isIP(ip) > 0 && !isHandedOver ? [{ ip, helo }] : []
  })
  return hops.find(({ ip }) => !isPrivateAddress(ip)) ?? null
}

type ReturnedMail = Extract<TestMailFacts, { state: 'returned' }>

/** A mail to our own mailbox: what a receiver sees of it. */
export function checkTestMail(testMail: TestMailFacts): CheckResult {
  switch (testMail.state) {
    case 'not sent':
      return unknown(
        'No test mail was sent.',
        'Set BOUNCE_ADDRESS and BOUNCE_MAILBOX. The doctor then sends a mail there and checks what arrives.',
      )
    case 'refused':
      return wrong(`The mail server did not take it: ${testMail.why}.`, 'See the state of mail.')
    case 'mailbox failed':
      return wrong(`BOUNCE_MAILBOX cannot be read: ${testMail.why}.`, 'Check BOUNCE_MAILBOX.')
    case 'not returned':
      return wrong(
        `The test mail was accepted and has not arrived within ${seconds(testMail.afterMs)}.`,
        'Check that mail to BOUNCE_ADDRESS, also with a part after a plus sign (bounce+test@…), arrives in BOUNCE_MAILBOX, and look in its spam folder.',
      )
    case 'returned': {
      if (testMail.isLocal) return checkLocalMail(testMail)
      const dkim = dkimOf(testMail.signatures.map(({ result }) => result))
      const verdicts = `SPF ${testMail.spf}, DKIM ${dkim}, DMARC ${testMail.dmarc}`
      const found = `It arrived after ${seconds(testMail.afterMs)}: ${verdicts}.`
      return testMail.dmarc === 'pass' || testMail.dmarc === 'none'
        ? inOrder(found)
        : wrong(found, 'Correct what is wrong below.')
    }
  }
}

/** Such a mail was not authenticated by anybody, and a relay may sign only mails that leave. */
function checkLocalMail({ afterMs, signatures }: ReturnedMail): CheckResult {
  const found = `It arrived after ${seconds(afterMs)}, delivered by your own mail server: it did not leave that server or its network.`
  return signatures.some(({ result, isAligned }) => result === 'pass' && isAligned)
    ? inOrder(
        `${found} DKIM pass for the sender’s domain, which is enough for DMARC. Whether SPF passes elsewhere cannot be told from it.`,
      )
    : unknown(
        `${found} So sending and BOUNCE_MAILBOX work. Whether SPF, DKIM and DMARC pass elsewhere cannot be told from it.`,
        elsewhere,
      )
}

const dkimOf = (results: readonly string[]) =>
  results.length === 0 ? 'none' : results.includes('pass') ? 'pass' : 'fail'

const seconds = (ms: number) => `${Math.max(1, Math.round(ms / 1_000))} s`

/** Where the test mail did not leave the own mail server, only another mailbox tells. */
export const elsewhere =
  'Send a mail to a mailbox at a large provider, for instance a test of a letter, and look for spf, dkim and dmarc in its header Authentication-Results.'
