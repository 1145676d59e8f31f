import type { CheckResult } from '#contract/doctor.ts'
import type { DoctorFacts, MxFacts } from './facts.ts'
import { couldBeStricter, inOrder, unanswered, wrong } from './results.ts'

/** MX (RFC 5321, 5): answers to the sender, and bounces, arrive. */
export function checkMx({ mx }: Pick<DoctorFacts, 'mx'>): CheckResult {
  const results = mx.map(checkDomain)
  return (
    results.find(({ state }) => state === 'wrong') ??
    results.find(({ state }) => state !== 'in order') ??
    inOrder(results.map(({ found }) => found).join(' '))
  )
}

function checkDomain({ domain, takes, records, addresses }: MxFacts): CheckResult {
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
