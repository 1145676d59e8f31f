import { campaign } from '#campaign'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import { mailPaths } from '#contract/mails/screens.ts'
import { linePaths } from '#contract/line/screens.ts'
import { letterPath } from '#contract/letters/screens.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { grouped, percentText, plural } from '#contract/english.ts'
import { capitalized } from '#contract/text.ts'
import { hourMs } from '#contract/time.ts'
import { act, type ActDeps } from '#server/acts/act.ts'
import { mailboxTroubleInWords, type MailboxTrouble } from '#server/bounces/bounce-mailbox.ts'
import { recordBackup } from '#server/db/backup.ts'
import { stopInWords } from '#server/delivery/describe-stop.ts'
import { ended, isTooManyRefused, type OutcomeRow } from '#server/delivery/outcome-counts.ts'
import { isDelay, type Stop } from '#server/delivery/stops.ts'
import type { StoppedLetter } from '#server/letters/letter.ts'
import type { CreditCount } from '#server/line/friends.ts'
import type { Incident } from '#server/ops/incidents.ts'
import type { MailReport } from '#server/ops/mail-status.ts'

/**
 * Something for the operator to do. A part of `text` in backticks is a setting, a file or a
 * command.
 */
export type Task = {
  key: string
  title: string
  since?: number
  /** what happens without it */
  effect?: string
  text: string
  /** the answer of a mail server, unchanged */
  quote?: string
  /** when one mail is tried again */
  nextTryAt?: number
  link?: { path: string; label: string }
  /** ready to copy for an operator: a command, a setting, or a header of the proxy */
  command?: string
  /** the path that a button of an operator posts to */
  act?: { path: string; label: string }
}

export type CheckedTask = Task & { done: boolean }

const backupMadePath = '/dashboard/backup-made'

export type BackupFacts = { at: number | null; isPostgres: boolean }

/** How to get a backup, and on Postgres how to record one. */
export const backupTask = ({ at, isPostgres }: BackupFacts): Task => ({
  key: 'backup',
  title: at === null ? 'No backup was made yet' : 'The last backup is old',
  ...(at !== null && { since: at }),
  text: isPostgres
    ? 'Postgres makes its own backups, which the server does not see. Once one is made, record it here, or each time with `npm run dashboard -- backup-made`.'
    : 'Make one every day, e.g. by cron, and copy the file to another machine.',
  ...(!isPostgres && { command: 'npm run backup' }),
  ...(isPostgres && { act: { path: backupMadePath, label: 'Record a backup' } }),
})

/** The operator of a Postgres says that a backup was made just now. */
export const backupMade = act<ActDeps>()({
  name: 'backup-made',
  said: 'Recorded that a backup was made',
  path: backupMadePath,
  async run({ store, now }) {
    await recordBackup(store, now())
    return 'done'
  },
  outcome: (outcome) => outcome,
  command: {
    name: 'backup-made',
    help: 'Records that a backup was made just now, for backups by another program, such as those of Postgres. The dashboard shows when the last one was made; `npm run backup` records its own.',
    ends: 'Recorded.',
  },
})

/** A day's backup may be a few hours late. */
const backupOverdueMs = 36 * hourMs

const seeMail = { path: navigation.mail.path, label: 'See mail' }

export type AttentionFacts = {
  report: Pick<MailReport, 'queue' | 'mailbox' | 'capped'>
  /** the mails that ended in the last 24 hours */
  lastDay: readonly OutcomeRow[]
  /** letters that stopped by themselves and wait for an operator */
  stoppedLetters: readonly StoppedLetter[]
  backup: BackupFacts
  /** what operators are mailed about: see ops/incidents.ts */
  incidents: readonly Incident[]
  /** LINE-5: credits that wait for a ruling; null without a line */
  credits: { waiting: CreditCount; rulingDays: number } | null
  /** LIVE-2: simulated figures on the page of everybody, and people who see counted ones */
  simulated: { figures: number; confirmed: number }
  /** the page has visitors from elsewhere, and somebody has joined */
  isLive: boolean
  now: number
}

/** DASH-3: what needs attention, the worst first. */
export function attentionOf(facts: AttentionFacts): Task[] {
  const { report, lastDay, stoppedLetters, incidents, backup, credits, simulated } = facts
  const { isLive, now } = facts
  const { stops, ready, letters } = report.queue
  const overdue = backup.at === null || Math.abs(now - backup.at) > backupOverdueMs
  return [
    ...stops.filter((stop) => !isDelay(stop)).map((stop) => taskOf(stop, ready + letters)),
    ...stoppedLetters.map(letterTask),
    ...incidents.filter(isShownHere).map(incidentTask),
    ...lastDay.filter(refusesMany).map(refusedTask),
    ...(report.mailbox?.trouble ? [mailboxTask(report.mailbox.trouble)] : []),
    ...(isLive && overdue ? [backupTask(backup)] : []),
    ...stops.filter(isDelay).map((stop) => taskOf(stop, ready)),
    ...(credits && credits.waiting.credits > 0 ? [creditsTask(credits)] : []),
    ...(simulated.figures > 0 && simulated.confirmed > 0 ? [twoTruthsTask(simulated)] : []),
    ...report.capped.map((text, index) => ({
      key: `capped ${index}`,
      title: 'A clock was ahead',
      text: marked(text),
    })),
  ]
}

const stopReasons: Readonly<Record<string, string>> = {
  bounces: 'Too many mails bounced.',
  complaints: 'Too many people marked it as spam.',
  late: `Nothing of it could be sent for ${operatorTime('lateLetter')}.`,
  held: 'The store was put back to an earlier time, or mail was held: some people may already have it.',
}

const letterTask = ({ id, subject, pausedBy, pausedAt }: StoppedLetter): Task => ({
  key: `letter ${id}`,
  title: `The letter ‘${subject}’ stopped`,
  ...(pausedAt !== null && { since: pausedAt }),
  text: `${stopReasons[pausedBy ?? ''] ?? stopReasons['bounces']} The other mails wait: it goes on when you press Resume on its screen, and ends with Stop.`,
  link: { path: letterPath(id), label: 'See the letter' },
})

function creditsTask({ waiting, rulingDays }: NonNullable<AttentionFacts['credits']>): Task {
  const { credits, isMore, oldestAt } = waiting
  return {
    key: 'credits',
    title: `${grouped(credits)}${isMore ? '+' : ''} ${plural(credits, 'referral', 'referrals')} to review`,
    ...(oldestAt !== null && { since: oldestAt }),
    text: `Something speaks against ${plural(credits, 'another person', 'other persons')}. Without a decision a friend counts for the place after ${rulingDays} days${saidOf('[rewards: , never for a reward]', partsOf(campaign))}.`,
    link: { path: linePaths.credits, label: 'Look at them' },
  }
}

/** A visitor who joins sees the first kind, then the second. */
const twoTruthsTask = ({ figures, confirmed }: AttentionFacts['simulated']): Task => ({
  key: 'simulated',
  title: 'Visitors see simulated figures, people with a place see true ones',
  text: `The landing page shows ${plural(figures, 'one simulated figure', `${grouped(figures)} simulated figures`)}. ${plural(confirmed, 'The person who has confirmed sees', `The ${grouped(confirmed)} people who have confirmed see`)} counted ones on every page of their own, so the numbers differ. Set \`FIGURES=live\` to show counted figures to everybody.`,
  link: { path: navigation.figures.path, label: 'See the figures' },
})

/** Pauses are among the stops, and letters have their own tasks. */
const isShownHere = ({ key }: Incident) => key !== 'pause' && !key.startsWith('letter ')

const incidentTask = ({ key, title, text, sinceMs: since, path }: Incident): Task => ({
  key,
  title,
  ...(since !== null && { since }),
  text: marked(text),
  // The overview itself has nothing more to show.
  ...(path !== navigation.overview.path && { link: { path, label: 'See it' } }),
})

const refused = (counts: OutcomeRow) => counts.bounced + counts.refused

export const refusesMany = (counts: OutcomeRow): boolean =>
  isTooManyRefused(refused(counts), ended(counts))

function refusedTask(counts: OutcomeRow): Task {
  const name = counts.provider === 'other' ? 'Smaller domains' : counts.provider
  return {
    key: `refused ${counts.provider}`,
    title: `${name} ${counts.provider === 'other' ? 'refuse' : 'refuses'} ${percentText(refused(counts), ended(counts))} of mails`,
    text: `${refused(counts)} of ${ended(counts)} mails of the last ${operatorTime('refused')} were refused for good, ${counts.bounced} of them because the address does not exist. The others can be sent again.`,
    link: { path: mailPaths.failed, label: 'Failed mails' },
  }
}

/** Our own words; every other reason is the answer of a mail server. */
const ownReasons: readonly Stop['kind'][] = ['no-server', 'held', 'budget', 'domains', 'unattended']

function taskOf(stop: Stop, waiting: number): Task {
  const { kind, since, reason, nextTryAt } = stop
  const { effect, cause, remedy } = stopInWords(stop)
  const isOwn = ownReasons.includes(kind)
  const waits =
    waiting === 0
      ? ''
      : ` ${plural(waiting, 'One mail waits', `${grouped(waiting)} mails wait`)}; none is lost.`
  const why = [cause, isOwn ? reason : undefined].filter(Boolean).join(': ')
  return {
    key: `mail ${kind}`,
    title: effect,
    ...(since !== null && { since }),
    text: marked(`${why && `${capitalized(why)}. `}${remedy}${waits}`),
    ...(!isOwn && { quote: reason }),
    ...(nextTryAt !== null && { nextTryAt }),
    link: seeMail,
  }
}

function mailboxTask(trouble: MailboxTrouble): Task {
  const { effect, cause, remedy } = mailboxTroubleInWords(trouble)
  return {
    key: 'bounce mailbox',
    title: effect,
    since: trouble.since,
    text: marked(`${capitalized(cause)}. ${remedy}`),
    quote: trouble.reason,
    link: seeMail,
  }
}

/** Puts commands and settings in backticks. */
const marked = (text: string): string =>
  text.replaceAll(/npm (?:run|start)[ \w-]*\w|\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => `\`${name}\``)
