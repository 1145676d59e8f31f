import { isIP } from 'node:net'
import {
  couldBeStricter,
  inOrder,
  unknown,
  wrong,
  type CheckResult,
  type DnsRecord,
} from '#contract/mails/doctor.ts'
import { isLoopbackHost } from '#server/config/config.ts'
import { isPrivateAddress, unanswered, type Lookups } from './dns.ts'
import { spfIncludeOf, type Sender } from './sender.ts'

type Facts = { envelopeDomain: string; smtpHost: string; sender: Sender }
/**
 * `walk`: the evaluation of the whole record, for an address that it does not contain. `ofSender`:
 * that for the address that sends; null where that is not known.
 */
type SpfFacts = Facts & { walk: SpfEvaluation; ofSender: SpfEvaluation | null }
type SpfEvaluation = { result: string; comment: string; lookups: number }

const mostLookups = 10
/** For documentation (RFC 5737): no record contains it, so that the whole record is evaluated. */
const unlistedAddress = '192.0.2.1'

/** SPF (RFC 7208): which servers may send for the domain of the Return-Path. */
export async function checkSpf(facts: Facts, lookups: Lookups): Promise<CheckResult> {
  const { envelopeDomain: domain, sender } = facts
  const answer = await lookups.txt(domain)
  if (answer.state === 'unknown') return unanswered(domain, answer.why)
  const found = answer.state === 'found' ? answer.records : []
  const [record, ...others] = found.filter((text) => /^v=spf1(?: |$)/i.test(text))
  if (record === undefined)
    return wrong(
      `${domain} has no SPF record.`,
      'Publish this record:',
      txt(domain, `v=spf1 ${mechanismOf(facts)} -all`),
    )
  if (others.length > 0)
    return wrong(
      `${domain} has ${others.length + 1} SPF records, so receivers use none of them.`,
      'Delete them, and publish one with the parts of all:',
      txt(domain, merged([record, ...others])),
    )
  const [walk, ofSender] = await Promise.all([
    evaluateSpf(domain, unlistedAddress, lookups),
    sender && evaluateSpf(domain, sender.ip, lookups),
  ])
  return checkRecord(record, { ...facts, walk, ofSender })
}

/** SPF of an address, as a receiver evaluates it (RFC 7208). */
export async function evaluateSpf(
  domain: string,
  ip: string,
  lookups: Lookups,
): Promise<SpfEvaluation> {
  const { spf } = await import('mailauth/lib/spf/index.js')
  const { status, lookups: used } = await spf({
    sender: `bounce@${domain}`,
    ip,
    helo: domain,
    mta: 'doctor',
    resolver: lookups.resolve,
  })
  return {
    result: status.result,
    comment: (status.comment || '').replace(/^doctor: /, ''),
    lookups: used?.count ?? 0,
  }
}

function checkRecord(record: string, facts: SpfFacts): CheckResult {
  const { envelopeDomain: domain, walk } = facts
  const ending = /(?:^|\s)([+?~-]?)all(?=\s|$)/i.exec(record)
  const isOpen = ending !== null && (ending[1] === '' || ending[1] === '+')
  const closed = record.replace(/(^|\s)[+?~-]?all(?=\s|$)/i, '').trim()
  if (isOpen)
    return wrong(
      `Found ${record}: it lets every server send for ${domain}.`,
      'Refuse the others:',
      txt(domain, `${closed} -all`),
    )
  if (walk.result === 'permerror')
    return wrong(
      `Found ${record}. Receivers cannot evaluate it: ${walk.comment}.`,
      `Correct it, or remove includes that are no longer needed: at most ${mostLookups} look-ups are allowed.`,
    )
  const refused = checkSender(record, facts)
  if (refused) return refused
  if (ending?.[1] === '?' || (ending === null && !/\sredirect=/i.test(record)))
    return couldBeStricter(
      `Found ${record}: it says nothing about servers that it does not name.`,
      'Refuse them:',
      txt(domain, `${closed} -all`),
    )
  return inOrder(
    `${domain} ${allowed(facts)}. Found ${record}. ${walk.lookups} of ${mostLookups} look-ups used.`,
  )
}

/** Null where the sending server is allowed, or is not known. */
function checkSender(record: string, facts: SpfFacts): CheckResult | null {
  const { envelopeDomain: domain, ofSender, sender, smtpHost } = facts
  if (ofSender === null || sender === null || ofSender.result === 'pass') return null
  if (ofSender.result === 'temperror')
    return unknown(
      `Found ${record}. DNS did not answer for a part of it.`,
      'Run the checks again later.',
    )
  const include = spfIncludeOf(smtpHost)
  const isNamed = include !== null && record.toLowerCase().includes(`include:${include}`)
  if (isNamed && sender.seenIn === 'SMTP_URL') return null
  const found = `Found ${record}. It does not let ${sender.ip} send`
  const record_ = txt(domain, withMechanism(record, mechanismOf(facts)))
  return sender.seenIn === 'test mail'
    ? wrong(`${found}, from which the test mail came.`, 'Let it send:', record_)
    : unknown(
        `${found}, the address of ${smtpHost}. That server may send from another address.`,
        'If it does not, let it send:',
        record_,
      )
}

const allowed = ({ ofSender, sender, smtpHost }: SpfFacts) =>
  ofSender?.result === 'pass'
    ? `lets ${sender!.seenIn === 'test mail' ? sender!.ip : smtpHost} send`
    : 'has an SPF record'
const txt = (name: string, value: string): DnsRecord => ({ name, type: 'TXT', value })

/** The mechanism that permits the sending server. */
function mechanismOf({ smtpHost, sender }: Pick<Facts, 'smtpHost' | 'sender'>): string {
  const include = spfIncludeOf(smtpHost)
  if (include !== null) return `include:${include}`
  if (sender?.seenIn === 'test mail' || (sender && isIP(smtpHost) > 0))
    return `ip${isIP(sender.ip)}:${sender.ip}`
  // A relay on this machine does not tell the address that sends: often the website's, or the MX.
  return isLoopbackHost(smtpHost) || isPrivateAddress(smtpHost) ? 'a mx' : `a:${smtpHost}`
}

const withMechanism = (record: string, mechanism: string): string => {
  const [version, ...terms] = record.split(/\s+/)
  return [version, mechanism, ...terms].join(' ')
}

function merged(records: readonly string[]): string {
  const terms = records.flatMap((record) => record.split(/\s+/).slice(1))
  const senders = terms.filter((term) => !/^[+?~-]?all$/i.test(term))
  return ['v=spf1', ...new Set(senders), '-all'].join(' ')
}
