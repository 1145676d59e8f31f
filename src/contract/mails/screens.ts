import { operatorTime } from '#contract/promises/operator-times.ts'

/** DASH-6: below the screen of mail. */
export const mailPaths = {
  failed: '/dashboard/mail/failed',
  retry: '/dashboard/mail/retry',
  kept: '/dashboard/mail/kept',
  pause: '/dashboard/mail/pause',
  resume: '/dashboard/mail/resume',
  hold: '/dashboard/mail/hold',
  release: '/dashboard/mail/release',
  doctor: '/dashboard/mail/doctor',
} as const

/** Where mails go: to the mail server, to screens on this machine, or nowhere yet. */
export type MailDestination = 'smtp' | 'dev mails' | 'none'

/** A kind of failure in words; the mail server's status stays as it is. */
export function nameOfKind(kind: string): string {
  if (kind === 'uncertain') return 'May or may not have arrived'
  if (kind === 'given up') return `Not accepted within ${operatorTime('attempts')}`
  if (kind === 'other') return 'Another reason'
  const subject = /^\d{3} \d\.(\d+)\./.exec(kind)?.[1]
  const meanings: Record<string, string> = {
    1: 'Wrong address',
    2: 'Mailbox full or closed',
    4: 'Network or routing',
    6: 'Message not accepted',
    7: 'Refused by policy',
  }
  return meanings[subject ?? ''] ?? 'Refused'
}
