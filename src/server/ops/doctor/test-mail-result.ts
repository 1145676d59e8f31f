import type { CheckResult } from '#contract/doctor.ts'
import type { DoctorFacts } from './facts.ts'
import { inOrder, unknown, wrong } from './results.ts'

/** A mail to our own mailbox: what a receiver sees of it. */
export function checkTestMail({ testMail }: Pick<DoctorFacts, 'testMail'>): CheckResult {
  switch (testMail.state) {
    case 'not sent':
      return unknown(
        'No test mail was sent.',
        'Set BOUNCE_ADDRESS and BOUNCE_MAILBOX. The doctor then sends a mail there and checks what arrives.',
      )
    case 'refused':
      return wrong(`The mail server did not take it: ${testMail.why}.`, 'See the state of mail.')
    case 'mailbox failed':
      return wrong(`BOUNCE_MAILBOX cannot be read: ${testMail.why}.`, 'Check BOUNCE_MAILBOX.')
    case 'not returned':
      return wrong(
        `The test mail was accepted and has not arrived within ${seconds(testMail.afterMs)}.`,
        'Check that mail to BOUNCE_ADDRESS, also with a part after a plus sign (bounce+test@…), arrives in BOUNCE_MAILBOX, and look in its spam folder.',
      )
    case 'returned': {
      const dkim = dkimOf(testMail.signatures.map(({ result }) => result))
      const verdicts = `SPF ${testMail.spf}, DKIM ${dkim}, DMARC ${testMail.dmarc}`
      const found = `It arrived after ${seconds(testMail.afterMs)}: ${verdicts}.`
      return testMail.dmarc === 'pass' || testMail.dmarc === 'none'
        ? inOrder(found)
        : wrong(found, 'Correct what is wrong below.')
    }
  }
}

const dkimOf = (results: readonly string[]) =>
  results.length === 0 ? 'none' : results.includes('pass') ? 'pass' : 'fail'

const seconds = (ms: number) => `${Math.max(1, Math.round(ms / 1_000))} s`
