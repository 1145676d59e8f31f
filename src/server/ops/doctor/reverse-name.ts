import { isIP, isIPv4 } from 'node:net'
import type { CheckResult } from '#contract/doctor.ts'
import { spfIncludeOf } from './domains.ts'
import type { DoctorFacts } from './facts.ts'
import { inOrder, unanswered, unknown, wrong } from './results.ts'

type Facts = Pick<DoctorFacts, 'sender' | 'reverse' | 'smtpHost' | 'fromDomain' | 'testMail'>

/** Receivers refuse senders whose address has no name that leads back to it (RFC 1912, 2.1). */
export function checkReverseName(facts: Facts): CheckResult {
  const { sender, reverse, smtpHost, testMail } = facts
  if (sender === null && testMail.state === 'returned')
    return unknown(
      'The test mail did not leave this machine or its network: it does not show the address that sends to others.',
    )
  if (sender === null || reverse === null)
    return unknown(
      'The address that sends is not known.',
      'Set BOUNCE_ADDRESS and BOUNCE_MAILBOX: a test mail shows it.',
    )
  const { ip, seenIn } = sender
  if (seenIn === 'SMTP_URL' && spfIncludeOf(smtpHost) !== null)
    return unknown(`${smtpHost} is a mail service, which sends from addresses of its own.`)
  if (reverse.names.state === 'unknown') return unanswered(ip, reverse.names.why)
  const guessed = seenIn === 'test mail' ? '' : ` (the address of ${smtpHost})`
  if (reverse.names.state === 'none')
    return wrong(
      `${ip}${guessed} has no name.`,
      'Ask the owner of the address, mostly your hosting provider, for this record:',
      { name: reverseZoneName(ip), type: 'PTR', value: `${nameFor(facts)}.` },
    )
  const [name] = reverse.names.records
  return reverse.confirmed.length > 0
    ? inOrder(`${ip}${guessed} is ${reverse.confirmed[0]}, and back.`)
    : wrong(`${ip}${guessed} is named ${name}, which does not lead back to it.`, 'Publish:', {
        name: name!,
        type: isIPv4(ip) ? 'A' : 'AAAA',
        value: ip,
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
