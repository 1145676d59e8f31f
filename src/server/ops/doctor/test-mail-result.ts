import type { CheckResult } from '#contract/doctor.ts'
import type { DoctorFacts, TestMailFacts } from './facts.ts'
import { elsewhere, inOrder, unknown, wrong } from './results.ts'

type ReturnedMail = Extract<TestMailFacts, { state: 'returned' }>

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
      if (testMail.isLocal) return checkLocalMail(testMail)
      const dkim = dkimOf(testMail.signatures.map(({ result }) => result))
      const verdicts = `SPF ${testMail.spf}, DKIM ${dkim}, DMARC ${testMail.dmarc}`
      const found = `It arrived after ${seconds(testMail.afterMs)}: ${verdicts}.`
      return testMail.dmarc === 'pass' || testMail.dmarc === 'none'
        ? inOrder(found)
        : wrong(found, 'Correct what is wrong below.')
    }
  }
}

/** Such a mail was not authenticated by anybody, and a relay may sign only mails that leave. */
function checkLocalMail({ afterMs, signatures }: ReturnedMail): CheckResult {
  const found = `It arrived after ${seconds(afterMs)}, delivered by your own mail server: it did not leave that server or its network.`
  return signatures.some(({ result, isAligned }) => result === 'pass' && isAligned)
    ? inOrder(
        `${found} DKIM pass for the sender’s domain, which is enough for DMARC. Whether SPF passes elsewhere cannot be told from it.`,
      )
    : unknown(
        `${found} So sending and BOUNCE_MAILBOX work. Whether SPF, DKIM and DMARC pass elsewhere cannot be told from it.`,
        elsewhere,
      )
}

const dkimOf = (results: readonly string[]) =>
  results.length === 0 ? 'none' : results.includes('pass') ? 'pass' : 'fail'

const seconds = (ms: number) => `${Math.max(1, Math.round(ms / 1_000))} s`
