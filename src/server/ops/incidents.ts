import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { doctorChecks } from '#contract/mails/doctor.ts'
import { letterPath } from '#contract/letters/screens.ts'
import type { OperatorNotice } from '#contract/mails/operator-mails.ts'
import { operatorMs, operatorTime, operatorTimeInWords } from '#contract/promises/operator-times.ts'
import { campaign } from '#campaign'
import { navigation } from '#contract/dashboard/navigation.ts'
import { momentText, plural } from '#contract/english.ts'
import { capitalized } from '#contract/text.ts'
import { dayMs } from '#contract/time.ts'
import {
  accountReportsInWords,
  readAccountReports,
  type AccountReports,
} from '#server/bounces/reports.ts'
import { type StoredClock, describeDoubts, readClock } from '#server/clock/clock.ts'
import type { Config } from '#server/config/config.ts'
import { readLostChanges, type LostChanges } from '#server/db/integrity.ts'
import { readLaunchPeriods, type StoredPeriod } from '#server/db/launch-periods.ts'
import { takeJobLease } from '#server/db/locks.ts'
import { readMeta, writeMeta } from '#server/db/meta.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Store, Db } from '#server/db/store.ts'
import { stopInWords } from '#server/delivery/describe-stop.ts'
import { readPause } from '#server/delivery/queue-pause.ts'
import { destinationKind, type DestinationConfig } from '#server/config/destination.ts'
import { wrongActs } from '#server/launch/periods.ts'
import { listStoppedLetters } from '#server/letters/letter.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { readRuns, worsened } from './doctor/doctor.ts'
import { readErasure } from './expired.ts'

/**
 * Something that needs an operator and that no operator did. `sinceMs` is null where only its first
 * reading tells it. `key` and `sinceMs` name it: what begins anew is another incident.
 */
export type Incident = Omit<OperatorNotice, 'sinceMs'> & {
  sinceMs: number | null
  key:
    | 'pause'
    | 'account'
    | 'disk'
    | 'doctor'
    | 'erasure'
    | 'launch'
    | 'lost'
    | `clock ${string}`
    | `letter ${string}`
}

/**
 * Mails the operators, not the readers, what needs them. Several servers send one mail. Returns
 * whether mails were queued.
 */
export async function alertOperators(
  store: Store,
  config: DestinationConfig & Pick<Config, 'operators' | 'dataDir'>,
  now: number,
  calendar: number = now,
): Promise<boolean> {
  const operators = config.operators.filter(({ role }) => role === 'operator')
  if (operators.length === 0 || destinationKind(config) === 'none') return false
  const incidents = await readIncidents(store.db, config, now, calendar)
  const before = await readAlertState(store.db)
  if (isSame(nextAlert(incidents, before, now).state, before)) return false
  return store.transact(async (trx) => {
    const lease = { name: 'operator alerts', owner: randomUUID() }
    if (!(await takeJobLease(trx, lease, now))) return false
    const { notices, state } = nextAlert(incidents, await readAlertState(trx), now)
    await saveAlertState(trx, state)
    if (notices.length === 0) return false
    for (const { email } of operators)
      await queueOperatorMail(trx, { email, template: 'alert', data: { notices } }, now)
    return true
  })
}

/** At most one mail in this time. */
export const alertEveryMs = operatorMs('alerts')

/**
 * The incidents to mail now, and the state after it. An incident is mailed once while it lasts.
 * An incident that begins less than an hour after a mail waits for the next mail.
 */
export function nextAlert(
  incidents: readonly Incident[],
  { mailedAt, told }: AlertState,
  now: number,
): { notices: OperatorNotice[]; state: AlertState } {
  const known = new Map(told.map((one) => [one.id, one]))
  const current = incidents.map(({ key, ...incident }) => {
    const id = `${key} ${incident.sinceMs ?? ''}`.trim()
    const before = known.get(id)
    const sinceMs = incident.sinceMs ?? before?.sinceMs ?? now
    return { id, sinceMs, isMailed: before?.isMailed ?? false, notice: { ...incident, sinceMs } }
  })
  const untold = current.filter(({ isMailed }) => !isMailed)
  // A time in the future was written by a clock that was ahead.
  const mayMail = mailedAt === null || mailedAt > now || now - mailedAt >= alertEveryMs
  const isMailing = mayMail && untold.length > 0
  return {
    notices: isMailing ? untold.map(({ notice }) => notice) : [],
    state: {
      mailedAt: isMailing ? now : mailedAt,
      told: current.map(({ id, sinceMs, isMailed }) => ({
        id,
        sinceMs,
        isMailed: isMailed || isMailing,
      })),
    },
  }
}

const isSame = (a: AlertState, b: AlertState) => JSON.stringify(a) === JSON.stringify(b)

/** The lasting incidents, with their start (ms) and whether they were mailed; the last mail's time. */
type AlertState = {
  mailedAt: number | null
  told: readonly { id: string; sinceMs: number; isMailed: boolean }[]
}

async function readAlertState(db: Kysely<Schema>): Promise<AlertState> {
  const value = await readMeta(db, 'operator alerts')
  return value === null ? { mailedAt: null, told: [] } : (JSON.parse(value) as AlertState)
}

const saveAlertState = (trx: Kysely<Schema>, state: AlertState) =>
  writeMeta(trx, 'operator alerts', JSON.stringify(state))

/**
 * Everything that operators are mailed about. `calendar`: the time by which the list is erased, see
 * clock/clock.ts. Trouble with the mail server is not among it: a mail could not say it.
 */
export async function readIncidents(
  db: Db,
  { dataDir }: { dataDir: string },
  now: number,
  calendar: number = now,
): Promise<Incident[]> {
  return [
    ...(await readAutomaticPause(db)),
    ...accountIncident(await readAccountReports(db, now)),
    ...(await readStoppedLetters(db)),
    ...clockIncidents(await readClock(db)),
    ...lostIncident(await readLostChanges(db), now),
    ...diskIncident(await readDisk(dataDir)),
    ...(await readWorseDoctor(db)),
    ...erasureIncident(await readErasure(db, calendar), calendar),
    ...launchIncident(await readLaunchPeriods(db, campaign.launch.shop), calendar),
  ]
}

async function readAutomaticPause(db: Db): Promise<Incident[]> {
  const pause = await readPause(db)
  if (!pause || pause.by === 'held' || pause.by === 'checking') return []
  const { by, since, reason } = pause
  const { effect, cause, remedy } = stopInWords({ kind: by, reason })
  const text = `${capitalized(cause!)}: “${reason}”. ${remedy} One mail is tried every ${operatorTime('probe')}; mail goes on by itself once it is accepted. No mail is lost. If this mail is late, the mail server refused it too, and mail goes on again.`
  return [{ key: 'pause', title: effect, text, sinceMs: since, path: navigation.mail.path }]
}

/** The start is the last trusted time: what the clock itself says is doubtful. */
function clockIncidents(clock: StoredClock | null): Incident[] {
  return describeDoubts(clock).map(({ server, sinceMs, text }) => ({
    key: `clock ${server}`,
    title: 'The clock of a server is doubtful',
    text,
    sinceMs,
    path: navigation.overview.path,
  }))
}

/** Reports and webhooks never pause the queue: a recipient's server can write anything. */
function accountIncident(reports: AccountReports | null): Incident[] {
  if (!reports) return []
  const words = accountReportsInWords(reports)
  return [{ key: 'account', ...words, sinceMs: null, path: navigation.mail.path }]
}

/** Why a letter was paused, and what to do. */
const stopReasons: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
  bounces: ['too many of its mails bounced', 'Look where they failed, then resume or stop it.'],
  complaints: [
    'too many people marked it as spam',
    'Look where they failed, then resume or stop it.',
  ],
  late: [
    `nothing of it could be sent for ${operatorTime('lateLetter')}`,
    'Read it again: resume it if it is still true, or stop it.',
  ],
  held: [
    'the store was put back to an earlier time, or mail was held: some people may already have it',
    'Its screen says how many. Resume it, or stop it.',
  ],
}

async function readStoppedLetters(db: Db): Promise<Incident[]> {
  return (await listStoppedLetters(db)).map(({ id, subject, pausedAt: sinceMs, pausedBy }) => {
    const [why, remedy] = stopReasons[pausedBy!]!
    return {
      key: `letter ${id}`,
      title: `The letter “${subject}” is paused`,
      text: `It was paused because ${why}. Its other mails wait. ${remedy}`,
      sinceMs,
      path: letterPath(id),
    }
  })
}

const missedShownMs = 14 * dayMs

/** END-3: a planned launch whose time came without the shop's address. */
function launchIncident(periods: readonly StoredPeriod[], now: number): Incident[] {
  const missed = periods.findLast(({ lacksShop, startsAt }) => lacksShop && startsAt <= now)
  if (!missed || now - missed.startsAt > missedShownMs) return []
  const { startsAt: sinceMs } = missed
  return [
    {
      key: 'launch',
      title: 'The planned launch did not happen',
      text: `It was planned for ${momentText(sinceMs, campaign.timeZone)}. The list is as it was before. ${wrongActs['no shop']}`,
      sinceMs,
      path: navigation.launch.path,
    },
  ]
}

const lostShownMs = operatorMs('lostChangesShown')

export function lostIncident(lost: LostChanges | null, now: number): Incident[] {
  if (!lost || now - lost.atMs > lostShownMs) return []
  const { commits, people, undecided } = lost
  const text = [
    'The server ended without warning, and changes that it had confirmed before were gone when it started again.',
    commits > 0 &&
      `The end of its write-ahead log was damaged: at least ${commits} ${plural(commits, 'commit is', 'commits are')} lost, such as sign-ups of the last minutes. People who signed up in that time have to sign up again.`,
    people > 0 &&
      `${plural(people, 'One person', `${people} people`)} of the last lines of the journal who had left, or were suppressed or erased, ${plural(people, 'was', 'were')} on the list again or unknown: this was put right.`,
    undecided > 0 &&
      `${undecided} ${plural(undecided, 'line')} of the journal could not be compared, because the clock was ahead when ${plural(undecided, 'it was', 'they were')} written: look at who left on that day.`,
    `Check the disk and the memory of this machine, and make a backup. This is shown for ${operatorTime('lostChangesShown')}.`,
  ]
  return [
    {
      key: 'lost',
      title: 'The last changes before a crash were lost',
      text: text.filter(Boolean).join(' '),
      sinceMs: lost.atMs,
      path: navigation.overview.path,
    },
  ]
}

/** In bytes. */
type DiskFacts = { free: number; total: number }

async function readDisk(dataDir: string): Promise<DiskFacts | null> {
  // On Postgres there may be no such folder, and its disk is not this one.
  const disk = await statfs(dataDir).catch(() => null)
  return disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
}

const giga = 1024 ** 3
const fewestFree = giga
const smallestFreeShare = 0.1

/** A disk is nearly full with less than 1 GB and less than a tenth free. */
export function diskIncident(disk: DiskFacts | null): Incident[] {
  if (!disk || disk.free >= fewestFree || disk.free >= disk.total * smallestFreeShare) return []
  return [
    {
      key: 'disk',
      title: 'The disk is nearly full',
      text: `${(disk.free / giga).toFixed(1)} GB of ${(disk.total / giga).toFixed(1)} GB are free in the folder of the data (DATA_DIR). On a full disk nobody can join. Make space or use a larger disk; old backups are a place to begin.`,
      sinceMs: null,
      path: navigation.overview.path,
    },
  ]
}

/** END-3: operators are mailed so long before the list is erased, the last first. */
const noticesBefore = ['lastNotice', 'firstNotice'] as const

/** The date is part of what names an incident, so another date is mailed again. */
export function erasureIncident(eraseAt: number | null, now: number): Incident[] {
  if (eraseAt === null || eraseAt <= now) return []
  const notice = noticesBefore.find((name) => now >= eraseAt - operatorMs(name))
  if (notice === undefined) return []
  const dayAndTime = momentText(eraseAt, campaign.timeZone)
  return [
    {
      key: 'erasure',
      title: `The list is erased in ${notice === 'lastNotice' ? operatorTimeInWords(notice) : operatorTime(notice)} at most`,
      text: `Everybody on it is erased on ${dayAndTime}, as the launch says. Nothing brings them back. Export what you need, or move the date: npm run launch -- launch --erase-at TIME, or the same in the dashboard.`,
      sinceMs: eraseAt - operatorMs(notice),
      path: navigation.launch.path,
    },
  ]
}

async function readWorseDoctor(db: Db): Promise<Incident[]> {
  const runs = await readRuns(db, 10)
  const worse = worsened(runs)
  if (worse.length === 0) return []
  const names = worse.map(({ key }) => doctorChecks[key]).join(', ')
  return [
    {
      key: 'doctor',
      title: `The mail doctor found a change: ${names}`,
      text: worse
        .map(({ key, state, found }) => `${doctorChecks[key]} ${verb(state)}. ${found}`)
        .join(' '),
      sinceMs: runs[0]!.at,
      path: `${navigation.mail.path}#doctor`,
    },
  ]
}

const verb = (state: string) => (state === 'wrong' ? 'is wrong' : state)
