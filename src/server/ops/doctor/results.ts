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
