import { describeSpan } from './estimate.ts'
import { outletKind, type OutletConfig } from './outlet.ts'
import { unfinishedHold } from './queue-pause.ts'
import type { Stop, StopKind } from './queue-facts.ts'

/** For each kind of stop: what happens to mail, its cause where the reason alone does not say it, and what the operator does. */
const texts: Record<StopKind, { effect: string; cause?: string; remedy: string }> = {
  'no-server': {
    effect: 'No mail is sent',
    remedy: 'Set SMTP_URL, then: npm run mail -- release --kept.',
  },
  held: { effect: 'Mail is paused', remedy: 'To go on: npm run mail -- resume.' },
  login: { effect: 'Mail is paused', remedy: 'Check user and password in SMTP_URL.' },
  sender: { effect: 'Mail is paused', remedy: 'Check MAIL_FROM.' },
  policy: {
    effect: 'Mail is paused',
    remedy: 'Check block lists, and SPF, DKIM and DMARC of the sender.',
  },
  unreachable: {
    effect: 'No mail leaves',
    cause: 'the mail server cannot be reached',
    remedy: 'Check host and port in SMTP_URL. The server goes on trying.',
  },
  certificate: {
    effect: 'No mail leaves',
    cause: 'the certificate of the mail server is not accepted',
    remedy:
      'Check the host in SMTP_URL; a certificate authority of your own goes into NODE_EXTRA_CA_CERTS. The server goes on trying.',
  },
  tls: {
    effect: 'No mail leaves',
    cause: 'there is no TLS with the mail server',
    remedy:
      'Use smtps:// with its port, or a server that offers STARTTLS; somebody on the way may have taken it out. The server goes on trying.',
  },
  'login-later': {
    effect: 'No mail leaves',
    cause: 'the mail server takes no login now',
    remedy: 'The server goes on trying.',
  },
  budget: {
    effect: 'Mail is delayed',
    remedy: 'Raise MAILS_PER_HOUR if your provider allows more.',
  },
  domains: { effect: 'Mail is delayed', remedy: 'The other mails pass these.' },
  unattended: { effect: 'No mail leaves', remedy: 'Start it: npm start.' },
}

/** One line for the operator: since when, why, what to do, and when the last mail leaves. */
export function describeStop(
  { kind, since, reason, nextTryAt, lastLeavesAt }: Stop,
  now: number,
): string {
  const { effect, cause, remedy } = texts[kind]
  const begun = since === null ? '' : ` since ${time(since)}`
  if (reason === unfinishedHold)
    return `${effect}${begun}: ${reason}. Where it is no longer at work, run it again: npm run mail -- hold`
  const next =
    nextTryAt === null
      ? ''
      : ` One mail is tried at ${time(nextTryAt)}; to go on at once: npm run mail -- resume.`
  const earliest = kind === 'budget' || kind === 'domains' ? '' : ' at the earliest'
  const span =
    lastLeavesAt === null || lastLeavesAt <= now ? '' : `, in ${describeSpan(lastLeavesAt - now)}`
  const last =
    lastLeavesAt === null
      ? ''
      : ` The last mail leaves about ${time(lastLeavesAt)}${earliest}${span}.`
  return `${effect}${begun}: ${cause ? `${cause}: ` : ''}${reason}. ${remedy}${next}${last}`
}

const noServerReason = 'others than this machine are served, and SMTP_URL is not set'

/** Said at the server's start, too. */
export const noServer = (config: OutletConfig, since: number | null): Stop[] =>
  outletKind(config) === 'kept'
    ? [{ kind: 'no-server', since, reason: noServerReason, nextTryAt: null, lastLeavesAt: null }]
    : []

export const time = (ms: number): string => new Date(ms).toISOString()
