import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { composeMail } from '#server/delivery/message.ts'
import type { SmtpLimits } from '#server/delivery/smtp-limits.ts'
import { openDestination } from '#server/delivery/transport.ts'
import type { TestMailFacts } from './facts.ts'

/**
 * Looks into BOUNCE_MAILBOX for the mail whose text contains `token`, once; null while it is not
 * there. Throws an error that names the reason if the mailbox cannot be read.
 */
export type FindInMailbox = (token: string) => Promise<Buffer | null>

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
