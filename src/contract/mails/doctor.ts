/** DOCTOR-1: what the doctor checks, in the order of the screen. */
export const doctorChecks = {
  'test-mail': 'Test mail',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  'return-path': 'Return-Path',
  mx: 'MX',
  'reverse-name': 'Reverse name',
  tls: 'TLS',
} as const
export type DoctorCheckKey = keyof typeof doctorChecks

/** `unknown`: it could not be found out. */
export const checkStates = ['in order', 'unknown', 'could be stricter', 'wrong'] as const
export type CheckState = (typeof checkStates)[number]

/** A DNS record to publish, ready to copy. */
export type DnsRecord = { name: string; type: 'TXT' | 'MX' | 'PTR' | 'A' | 'AAAA'; value: string }

/** A finding in one sentence, with a remedy and the record to publish, if there are any. */
export type CheckResult = {
  state: CheckState
  found: string
  advice: string | null
  record: DnsRecord | null
}
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

export type DoctorCheck = CheckResult & { key: DoctorCheckKey }

/** `outcome` is the worst state of a check. */
export type DoctorRun = { at: number; outcome: CheckState; checks: readonly DoctorCheck[] }
