import { describeSpan } from './estimate.ts'
import { unfinishedHold } from './queue-pause.ts'
import { tlsFailed } from './send-error.ts'
import type { Stop, StopKind } from './stops.ts'
import { iso } from '#contract/time.ts'
import type { Log } from '#server/config/log.ts'
import type { StopStarted } from './queue-state.ts'

/** How a remedy ends where the server tries again by itself. */
export const keepsTrying = ' The server keeps trying.'

/** For each kind: the effect on mail, the cause if the reason does not name it, and the remedy. */
const texts: Record<StopKind, { effect: string; cause?: string; remedy: string }> = {
  'no-server': {
    effect: 'No mail is sent',
    remedy: 'Set SMTP_URL, then: npm run mail -- release --kept.',
  },
  held: { effect: 'Mail is paused', remedy: 'To resume: npm run mail -- resume.' },
  checking: {
    effect: 'Mail waits for a moment',
    cause: 'the mail server refused a mail because of the account',
    remedy: 'One mail to another domain shows whether it refuses all.',
  },
  login: {
    effect: 'Mail is paused',
    cause: 'the mail server refuses the login',
    remedy: 'Check user and password in SMTP_URL, and restart the server after a change.',
  },
  sender: {
    effect: 'Mail is paused',
    cause: 'the mail server refuses the sender',
    remedy: 'Check MAIL_FROM, and that your mail provider has verified this address or its domain.',
  },
  account: {
    effect: 'Mail is paused',
    cause: 'the mail server refuses your mail account',
    remedy:
      'Sign in at your mail provider: the account may be suspended, unpaid or not yet allowed to send.',
  },
  limit: {
    effect: 'Mail is paused',
    cause: 'your mail account has reached its sending limit',
    remedy:
      'The limit ends by itself, usually within a day. To avoid it, lower MAILS_PER_HOUR or ask your mail provider for a higher limit.',
  },
  refused: {
    effect: 'Mail is paused',
    cause: 'three domains in a row refused mail with the same answer',
    remedy: 'Check block lists, and SPF, DKIM and DMARC of the sender: npm run mail -- doctor.',
  },
  unreachable: {
    effect: 'No mail leaves',
    cause: 'the mail server cannot be reached',
    remedy: `Check host and port in SMTP_URL; a port that begins with TLS (465) needs smtps://.${keepsTrying}`,
  },
  certificate: {
    effect: 'No mail leaves',
    cause: 'the certificate of the mail server is not accepted',
    remedy: `Check the host in SMTP_URL: the certificate has to name it. A certificate authority of your own, or a self-signed certificate, goes into NODE_EXTRA_CA_CERTS. A mail server on this machine that wants no password needs no TLS: use smtp://.${keepsTrying}`,
  },
  tls: {
    effect: 'No mail leaves',
    cause: 'the mail server offers no TLS',
    remedy: `Use smtps:// with its port, or a server that offers STARTTLS; an attacker on the network may have removed the offer.${keepsTrying}`,
  },
  'login-later': {
    effect: 'No mail leaves',
    cause: 'the mail server accepts no login now',
    remedy: 'The server keeps trying.',
  },
  budget: {
    effect: 'Mail is delayed',
    remedy: 'Raise MAILS_PER_HOUR if your provider allows more.',
  },
  domains: { effect: 'Mail is delayed', remedy: 'Other mails are not delayed.' },
  unattended: {
    effect: 'No mail leaves',
    remedy: 'Is a server running? Start it: npm start.',
  },
}

/** The mail server offers TLS, and starting it failed. */
const tlsFailedText = {
  effect: 'No mail leaves',
  cause: undefined,
  remedy: `The log of the mail server says why: check its certificate, key and TLS versions, or ask your provider.${keepsTrying}`,
}

/** The mail server was reached, and answered that it takes no mail now. */
const busyText = {
  effect: 'No mail leaves',
  cause: 'the mail server takes no mail now',
  remedy: `It is busy or limits connections. There is nothing to change, unless this lasts for hours: then ask your provider.${keepsTrying}`,
}

/** Microsoft's answer where an organization or a mailbox may not log in by SMTP. */
const loginsOffText = {
  ...texts.login,
  remedy: `${texts.login.remedy} Your provider may have turned off SMTP logins: ask for them, or use another mail server.`,
}

function textOf({ kind, reason }: Pick<Stop, 'kind' | 'reason'>): (typeof texts)[StopKind] {
  if (kind === 'tls' && reason.startsWith(tlsFailed)) return tlsFailedText
  if (kind === 'unreachable' && temporaryAnswer.test(reason)) return busyText
  return kind === 'login' && loginsOff.test(reason) ? loginsOffText : texts[kind]
}

const temporaryAnswer = /^(?:[^:]*: )?4\d\d(?:[ -]|$)/
const loginsOff = /5\.7\.139|SmtpClientAuthentication is disabled/i

/** What the dashboard says of a stop. Its remedies name no command where the screen has a button. */
export const stopInWords = ({ kind, reason }: Pick<Stop, 'kind' | 'reason'>) => {
  const { effect, cause = null, remedy } = textOf({ kind, reason })
  if (reason === unfinishedHold)
    return { effect, cause: null, remedy: 'If it is no longer running, hold the mails again.' }
  return { effect, cause, remedy: remediesOnScreen[kind] ?? remedy }
}

const remediesOnScreen: Partial<Record<StopKind, string>> = {
  'no-server': 'Set SMTP_URL, restart the server, then release the kept mails.',
  held: 'It stays paused until somebody resumes it.',
  unattended: 'Start another server, or look at the log of this one.',
}

/** One line for the operator: since when, why, the remedy, and when the last mail leaves. */
export function describeStop(
  { kind, since, reason, nextTryAt, lastLeavesAt }: Stop,
  now: number,
): string {
  const { effect, cause, remedy } = textOf({ kind, reason })
  const begun = since === null ? '' : ` since ${iso(since)}`
  if (reason === unfinishedHold)
    return `${effect}${begun}: ${reason}. If it is no longer running, run it again: npm run mail -- hold`
  const next =
    nextTryAt === null
      ? ''
      : ` One mail is tried at ${iso(nextTryAt)}; to resume now: npm run mail -- resume.`
  const earliest = kind === 'budget' || kind === 'domains' ? '' : ' at the earliest'
  const span =
    lastLeavesAt === null || lastLeavesAt <= now ? '' : `, in ${describeSpan(lastLeavesAt - now)}`
  const last =
    lastLeavesAt === null
      ? ''
      : ` The last mail leaves about ${iso(lastLeavesAt)}${earliest}${span}.`
  return `${effect}${begun}: ${cause ? `${cause}: ` : ''}${reason.replace(/\.$/, '')}. ${remedy}${next}${last}`
}

export function logStop(log: Log, stop: StopStarted): void {
  if ('paused' in stop) log.error({ reason: stop.paused }, 'mail is paused')
  else if ('checking' in stop)
    log.warn({ reason: stop.checking }, 'mail waits until one to another domain is answered')
  else log.error({ trouble: stop.trouble.obstacle, reason: stop.trouble.reason }, 'no mail is sent')
}
