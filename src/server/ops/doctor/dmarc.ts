import { couldBeStricter, inOrder, wrong, type CheckResult } from '#contract/mails/doctor.ts'
import { organizationOf, unanswered, type Answer, type Lookups } from './dns.ts'
import type { TestMailFacts } from './test-mail.ts'

type Facts = { fromDomain: string; envelopeDomain: string; testMail: TestMailFacts }

/** The two checks that look at the record of DMARC (RFC 7489). */
export async function checkAlignment(
  facts: Facts,
  lookups: Lookups,
): Promise<Record<'dmarc' | 'return-path', CheckResult>> {
  const dmarc = await findDmarc(facts.fromDomain, lookups)
  return { dmarc: checkDmarc(facts, dmarc), 'return-path': checkReturnPath(facts, dmarc) }
}

/** The records of the sender's domain, and those of its organization if that is another domain. */
type DmarcRecords = {
  own: Answer<string>
  organization: { domain: string; records: Answer<string> } | null
}

async function findDmarc(domain: string, { txt }: Lookups): Promise<DmarcRecords> {
  const organization = organizationOf(domain)
  const [own, parent] = await Promise.all([
    txt(nameOf(domain)),
    organization === domain ? null : txt(nameOf(organization)),
  ])
  return { own, organization: parent && { domain: organization, records: parent } }
}

/** DMARC: what receivers do with mails in the sender's name that are not the sender's. */
function checkDmarc({ fromDomain, testMail }: Facts, dmarc: DmarcRecords): CheckResult {
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

/**
 * The Return-Path's domain is the one that SPF is about: DMARC counts SPF only where both belong to
 * one organization (RFC 7489, 3.1.2). A mail service may write a Return-Path of its own.
 */
function checkReturnPath(
  { fromDomain, envelopeDomain, testMail }: Facts,
  dmarc: DmarcRecords,
): CheckResult {
  const isSeen = testMail.state === 'returned' && testMail.returnPath !== null
  const domain = isSeen ? testMail.returnPath! : envelopeDomain
  const isStrict = wantsSameDomain(dmarc)
  if (isAligned(domain, fromDomain, isStrict))
    return inOrder(`${domain} is aligned with the sender, ${fromDomain}.`)
  const found = `Bounces go to ${domain}, which is not aligned with the sender, ${fromDomain}, so SPF does not count for DMARC.`
  const advice =
    domain === envelopeDomain
      ? `Set BOUNCE_ADDRESS to an address at ${fromDomain}${isStrict ? '' : ' or below it'}.`
      : `Your mail service writes a Return-Path of its own. Set one at ${fromDomain} there (often called a custom bounce or MAIL FROM domain).`
  const isSigned =
    testMail.state === 'returned' &&
    testMail.signatures.some(({ result, isAligned: aligned }) => result === 'pass' && aligned)
  return isSigned ? couldBeStricter(`${found} DKIM carries it.`, advice) : wrong(found, advice)
}

/** Relaxed alignment (RFC 7489, 3.1): both domains belong to one organization. */
const isAligned = (domain: string, from: string, isStrict: boolean): boolean =>
  isStrict
    ? domain.toLowerCase() === from.toLowerCase()
    : organizationOf(domain.toLowerCase()) === organizationOf(from.toLowerCase())

/** Whether a record wants the same domain, not only the same organization. */
const wantsSameDomain = ({ own, organization }: DmarcRecords): boolean => {
  const [record] = [...policiesIn(own), ...(organization ? policiesIn(organization.records) : [])]
  return /;\s*aspf\s*=\s*s\s*(?:;|$)/i.test(record ?? '')
}
