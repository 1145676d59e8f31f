import { isIP, isIPv4 } from 'node:net'
import { inOrder, unknown, wrong, type CheckResult } from '#contract/mails/doctor.ts'
import { isPrivateAddress, organizationOf, unanswered, type Answer, type Lookups } from './dns.ts'
import type { Hop, TestMailFacts } from './test-mail.ts'

/**
 * The address that sends: seen in a test mail, with the name that it gave itself (HELO), or that of
 * the mail server in SMTP_URL. Null where it is not known.
 */
export type Sender = { ip: string; seenIn: 'test mail' | 'SMTP_URL'; helo: string | null } | null

export async function findSender(
  seen: Hop | null,
  smtpHost: string,
  lookups: Lookups,
): Promise<Sender> {
  if (seen !== null) return { ...seen, seenIn: 'test mail' }
  const found: Answer<string> =
    isIP(smtpHost) > 0 ? { state: 'found', records: [smtpHost] } : await lookups.addresses(smtpHost)
  const [ip] = found.state === 'found' ? found.records : []
  return ip === undefined || isPrivateAddress(ip) ? null : { ip, seenIn: 'SMTP_URL', helo: null }
}

/** What mail services publish for the SPF records of their customers, by the end of SMTP_URL's host. */
const includes: Readonly<Record<string, string>> = {
  'amazonaws.com': 'amazonses.com',
  'brevo.com': 'spf.brevo.com',
  'gmail.com': '_spf.google.com',
  'google.com': '_spf.google.com',
  'mailgun.org': 'mailgun.org',
  'mailjet.com': 'spf.mailjet.com',
  'office365.com': 'spf.protection.outlook.com',
  'outlook.com': 'spf.protection.outlook.com',
  'postmarkapp.com': 'spf.mtasv.net',
  'resend.com': 'amazonses.com',
  'sendgrid.net': 'sendgrid.net',
  'zoho.com': 'zohomail.com',
  'zoho.eu': 'zohomail.eu',
}

/** The host to include in SPF for the customers of a mail service; null for any other mail server. */
export const spfIncludeOf = (smtpHost: string): string | null =>
  includes[organizationOf(smtpHost)] ?? null

type Facts = {
  sender: Sender
  smtpHost: string
  fromDomain: string
  testMail: TestMailFacts
}

/** Receivers refuse senders whose address has no name that leads back to it (RFC 1912, 2.1). */
export async function checkReverseName(
  facts: Facts,
  lookups: Pick<Lookups, 'names' | 'addresses'>,
): Promise<CheckResult> {
  const { sender, smtpHost, testMail } = facts
  if (sender === null && testMail.state === 'returned')
    return unknown(
      'The test mail did not leave this machine or its network: it does not show the address that sends to others.',
    )
  if (sender === null)
    return unknown(
      'The address that sends is not known.',
      'Set BOUNCE_ADDRESS and BOUNCE_MAILBOX: a test mail shows it.',
    )
  const { ip, seenIn } = sender
  if (seenIn === 'SMTP_URL' && spfIncludeOf(smtpHost) !== null)
    return unknown(`${smtpHost} is a mail service, which sends from addresses of its own.`)
  const names = await lookups.names(ip)
  if (names.state === 'unknown') return unanswered(ip, names.why)
  const guessed = seenIn === 'test mail' ? '' : ` (the address of ${smtpHost})`
  if (names.state === 'none')
    return wrong(
      `${ip}${guessed} has no name.`,
      'Ask the owner of the address, mostly your hosting provider, for this record:',
      { name: reverseZoneName(ip), type: 'PTR', value: `${nameFor(facts)}.` },
    )
  const [name] = names.records
  const confirmed = await firstThatLeadsBack(names.records.slice(0, 5), ip, lookups)
  return confirmed !== undefined
    ? inOrder(`${ip}${guessed} is ${confirmed}, and back.`)
    : wrong(`${ip}${guessed} is named ${name}, which does not lead back to it.`, 'Publish:', {
        name: name!,
        type: isIPv4(ip) ? 'A' : 'AAAA',
        value: ip,
      })
}

async function firstThatLeadsBack(
  names: readonly string[],
  ip: string,
  { addresses }: Pick<Lookups, 'addresses'>,
): Promise<string | undefined> {
  const back = await Promise.all(names.map(addresses))
  return names.find((_, index) => {
    const answer = back[index]!
    return answer.state === 'found' && answer.records.includes(ip)
  })
}

/** The name that the server gives itself, else that in SMTP_URL, else the usual one. */
const nameFor = ({ sender, smtpHost, fromDomain }: Facts): string =>
  [sender?.helo ?? '', smtpHost].find(isHostName) ?? `mail.${fromDomain}`

/** A name that DNS can know, and not an address, `[203.0.113.25]` or `localhost`. */
const isHostName = (name: string) =>
  isIP(name) === 0 &&
  /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(name) &&
  !/\.local(?:host|domain)?$/i.test(name)

/** The name that a PTR record of an address has (RFC 1035, 3.5; RFC 3596, 2.5). */
function reverseZoneName(ip: string): string {
  if (isIPv4(ip)) return `${ip.split('.').toReversed().join('.')}.in-addr.arpa`
  const [head = '', tail] = ip.split('::')
  const groups = (text = '') => text.split(':').filter(Boolean)
  const [before, after] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const nibbles = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('')
  return `${[...nibbles].toReversed().join('.')}.ip6.arpa`
}
