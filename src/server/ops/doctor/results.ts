import type { CheckResult, DnsRecord } from '#contract/doctor.ts'

export const inOrder = (found: string): CheckResult => ({
  state: 'in order',
  found,
  advice: null,
  record: null,
})

const needing =
  (state: CheckResult['state']) =>
  (found: string, advice: string | null = null, record: DnsRecord | null = null): CheckResult => ({
    state,
    found,
    advice,
    record,
  })

export const couldBeStricter = needing('could be stricter')
export const wrong = needing('wrong')
export const unknown = needing('unknown')

export const unanswered = (name: string, why: string): CheckResult =>
  unknown(`DNS did not answer for ${name}: ${why}.`, 'Run the checks again in a few minutes.')

/** Where the test mail did not leave the own mail server, only another mailbox tells. */
export const elsewhere =
  'Send a mail to a mailbox at a large provider, for instance a test of a letter, and look for spf, dkim and dmarc in its header Authentication-Results.'
