import type { CheckResult } from '#contract/doctor.ts'
import { wantsSameDomain } from './dmarc.ts'
import { isAligned } from './domains.ts'
import type { DoctorFacts } from './facts.ts'
import { couldBeStricter, inOrder, wrong } from './results.ts'

type Facts = Pick<DoctorFacts, 'fromDomain' | 'envelopeDomain' | 'dmarc' | 'testMail'>

/**
 * The Return-Path's domain is the one that SPF is about: DMARC counts SPF only where both belong to
 * one organization (RFC 7489, 3.1.2). A mail service may write a Return-Path of its own.
 */
export function checkReturnPath(facts: Facts): CheckResult {
  const { fromDomain, envelopeDomain, testMail } = facts
  const isSeen = testMail.state === 'returned' && testMail.returnPath !== null
  const domain = isSeen ? testMail.returnPath! : envelopeDomain
  const isStrict = wantsSameDomain(facts.dmarc, 'aspf')
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
