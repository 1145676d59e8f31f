import {
  checkStates,
  doctorChecks,
  type CheckResult,
  type CheckState,
  type DoctorCheck,
  type DoctorCheckKey,
  type DoctorRun,
} from '#contract/doctor.ts'
import { checkDkim } from './dkim.ts'
import { checkDmarc } from './dmarc.ts'
import type { DoctorFacts } from './facts.ts'
import { gatherFacts } from './gather.ts'
import { withLookups, type LookupLimits } from './lookups.ts'
import { checkMx } from './mx.ts'
import { probeTls } from './probe-tls.ts'
import { checkReturnPath } from './return-path.ts'
import { checkReverseName } from './reverse-name.ts'
import { checkSpf } from './spf.ts'
import { sendTestMail, type TestMailDeps } from './test-mail.ts'
import { checkTestMail } from './test-mail-result.ts'
import { checkTls } from './tls.ts'

/** `dnsServers` (address or address:port) replace those of the system. */
export type DoctorDeps = TestMailDeps & {
  dnsServers?: readonly string[] | undefined
  dnsLimits?: LookupLimits
}

/**
 * DOCTOR-1: checks what decides whether mails arrive. SMTP_URL must be set. Takes at most about a
 * minute and a half, mostly for the test mail.
 */
export async function runDoctor(deps: DoctorDeps): Promise<DoctorRun> {
  const [tls, sent] = await Promise.all([probeTls(deps.config.smtpUrl!), sendTestMail(deps)])
  const facts = await withLookups(
    deps.dnsServers,
    (lookups) => gatherFacts(deps, { tls, sent }, lookups),
    deps.dnsLimits,
  )
  return checkFacts(facts, deps.now())
}

/** All checks of the facts. */
export function checkFacts(facts: DoctorFacts, now: number): DoctorRun {
  const checks = (Object.keys(doctorChecks) as DoctorCheckKey[]).map((key): DoctorCheck => ({
    key,
    ...rules[key](facts, now),
  }))
  return { atMs: now, outcome: worstOf(checks), checks }
}

const rules: Record<DoctorCheckKey, (facts: DoctorFacts, now: number) => CheckResult> = {
  'test-mail': checkTestMail,
  spf: checkSpf,
  dkim: checkDkim,
  dmarc: checkDmarc,
  'return-path': checkReturnPath,
  mx: checkMx,
  'reverse-name': checkReverseName,
  tls: checkTls,
}

const worstOf = (checks: readonly CheckResult[]): CheckState =>
  checkStates.findLast((state) => checks.some((check) => check.state === state)) ?? 'unknown'
