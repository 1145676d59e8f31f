import type { CheckResult } from '#contract/doctor.ts'
import type { Answer, DoctorFacts } from './facts.ts'
import { couldBeStricter, inOrder, unanswered, wrong } from './results.ts'

type Facts = Pick<DoctorFacts, 'fromDomain' | 'dmarc' | 'testMail'>

/** DMARC (RFC 7489): what receivers do with mails in the sender's name that are not the sender's. */
export function checkDmarc({ fromDomain, dmarc, testMail }: Facts): CheckResult {
  const own = policiesIn(dmarc.own)
  const domain = own.length > 0 ? fromDomain : (dmarc.organization?.domain ?? fromDomain)
  const records = own.length > 0 ? own : policiesIn(dmarc.organization?.records ?? dmarc.own)
  const silent = [dmarc.own, dmarc.organization?.records].find((read) => read?.state === 'unknown')
  if (records.length === 0 && silent?.state === 'unknown')
    return unanswered(nameOf(fromDomain), silent.why)
  const [record, ...others] = records
  if (record === undefined)
    return wrong(
      `${fromDomain} has no DMARC record. Gmail and Yahoo want one of who sends to many.`,
      'Publish this record:',
      txt(domain, `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`),
    )
  if (others.length > 0)
    return wrong(
      `${domain} has ${records.length} DMARC records, so receivers use none of them.`,
      'Keep one:',
      txt(domain, record),
    )
  const policy = policyFor(record, domain !== fromDomain)
  if (policy === null)
    return wrong(
      `Found ${record}: it has no policy (p=none, quarantine or reject).`,
      'Publish this record instead:',
      txt(domain, withPolicy(record, 'none')),
    )
  if (testMail.state === 'returned' && !testMail.isLocal && testMail.dmarc !== 'pass')
    return wrong(
      `Found ${record}. The test mail does not pass it: neither SPF nor DKIM is in order and aligned with ${fromDomain}.`,
      'Correct SPF, DKIM or Return-Path.',
    )
  return policy === 'none'
    ? couldBeStricter(
        `Found ${record}. Enough for Gmail and Outlook. After a week without failures, let receivers set aside what is not yours:`,
        null,
        txt(domain, withPolicy(record, 'quarantine')),
      )
    : inOrder(`Found ${record}.`)
}

const policiesIn = (answer: Answer<string>): string[] =>
  answer.state === 'found' ? answer.records.filter((text) => /^v\s*=\s*DMARC1\b/i.test(text)) : []

/** A record of the organization may have another policy for its subdomains. */
function policyFor(record: string, isSubdomain: boolean): string | null {
  const tag = (name: string) =>
    new RegExp(`;\\s*${name}\\s*=\\s*(none|quarantine|reject)\\s*(?:;|$)`, 'i').exec(record)?.[1]
  return ((isSubdomain ? tag('sp') : undefined) ?? tag('p'))?.toLowerCase() ?? null
}

/** The same record with another policy, first after the version (RFC 7489, 6.3). */
function withPolicy(record: string, policy: string): string {
  const kept = record
    .split(';')
    .slice(1)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !/^s?p\s*=/i.test(tag))
  return ['v=DMARC1', `p=${policy}`, ...kept].join('; ')
}

const nameOf = (domain: string) => `_dmarc.${domain}`
const txt = (domain: string, value: string) => ({
  name: nameOf(domain),
  type: 'TXT' as const,
  value,
})

/** Whether a record wants the same domain, not only the same organization. */
export const wantsSameDomain = (
  { own, organization }: DoctorFacts['dmarc'],
  tag: 'aspf' | 'adkim',
): boolean => {
  const [record] = [...policiesIn(own), ...(organization ? policiesIn(organization.records) : [])]
  return new RegExp(`;\\s*${tag}\\s*=\\s*s\\s*(?:;|$)`, 'i').test(record ?? '')
}
