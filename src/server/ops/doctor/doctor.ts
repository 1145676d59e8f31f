import { randomUUID } from 'node:crypto'
import { newId } from '#server/db/new-id.ts'
import addressparser from 'nodemailer/lib/addressparser'
import {
  checkStates,
  doctorChecks,
  type CheckResult,
  type CheckState,
  type DoctorCheck,
  type DoctorCheckKey,
  type DoctorRun,
} from '#contract/mails/doctor.ts'
import { hourMs, minuteMs } from '#contract/time.ts'
import { findInMailbox } from '#server/bounces/read-mailbox.ts'
import { readBounceMailbox, readSmtpUrl } from '#server/config/formats.ts'
import type { Config } from '#server/config/config.ts'
import { takeJobLease } from '#server/db/locks.ts'
import type { Db, Store } from '#server/db/store.ts'
import { destinationKind } from '#server/config/destination.ts'
import { checkDkim } from './dkim.ts'
import { checkAlignment } from './dmarc.ts'
import { withLookups, type LookupLimits, type Lookups } from './dns.ts'
import { checkMx, checkTls } from './mail-servers.ts'
import { checkReverseName, findSender } from './sender.ts'
import { checkSpf } from './spf.ts'
import {
  authenticateSent,
  checkTestMail,
  sendTestMail,
  type SentTestMail,
  type TestMailDeps,
} from './test-mail.ts'

/*
 * The mail doctor, from a question to its result:
 *
 * This file asks for every check. Each file beside it looks up what the checks of one subject need,
 * and has their rules: test-mail.ts (a mail to the bounce mailbox, and how it arrived there), spf.ts,
 * dkim.ts, dmarc.ts (with the return path), sender.ts (the address that sends, and its reverse name),
 * mail-servers.ts (TLS and MX). dns.ts asks DNS (decision 049).
 * `askDoctor` stores the result: for the dashboard, for `npm run mail -- doctor`, and once a day.
 */

/** A little less than a day: the job runs each hour. */
const askEveryMs = 23.5 * hourMs

/** Asks the doctor where the last result is a day old, or has a time in the future. */
export async function doctorJob(
  store: Store,
  config: DoctorConfig,
  now: () => number,
): Promise<void> {
  if (destinationKind(config) !== 'smtp') return
  const last = await readLastRun(store.db)
  if (last && Math.abs(now() - last.at) < askEveryMs) return
  const lease = { name: 'mail doctor', owner: randomUUID() }
  if (await store.transact((trx) => takeJobLease(trx, lease, now())))
    await askDoctor(store, config, now)
}

export type DoctorConfig = Pick<
  Config,
  'smtpUrl' | 'publicUrl' | 'loopback' | 'trustedProxies' | 'mailFrom'
> &
  Partial<Pick<Config, 'bounceAddress' | 'bounceMailbox'>> &
  Pick<DoctorDeps, 'dnsServers'>

/** Longer than the doctor takes: a run that is older was cut. */
export const mostDoctorMs = 2 * minuteMs

/** Runs the doctor with the server's settings, and stores the result for the dashboard. */
export async function askDoctor(
  store: Store,
  config: DoctorConfig,
  now: () => number,
): Promise<DoctorRun> {
  const { bounceAddress, bounceMailbox, dnsServers } = config
  const mailbox = bounceMailbox === undefined ? null : readBounceMailbox(bounceMailbox)
  const run = await runDoctor({
    config,
    bounceAddress,
    dnsServers,
    findInMailbox: mailbox && ((token) => findInMailbox(mailbox, token)),
    now,
  })
  await storeRun(store, run)
  return run
}

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
  const { config, dnsServers, dnsLimits, now } = deps
  const [tls, sent] = await Promise.all([checkTls(config.smtpUrl!, now), sendTestMail(deps)])
  const results = await withLookups(
    dnsServers,
    async (lookups) => ({ ...(await checkRecords(deps, sent, lookups)), tls }),
    dnsLimits,
  )
  const keys = Object.keys(doctorChecks) as DoctorCheckKey[]
  const checks = keys.map((key): DoctorCheck => ({ key, ...results[key] }))
  return { at: now(), outcome: worstOf(checks), checks }
}

/** Asks DNS about everything that the settings and the test mail name. */
async function checkRecords(
  { config, bounceAddress }: DoctorDeps,
  sent: SentTestMail,
  lookups: Lookups,
): Promise<Record<Exclude<DoctorCheckKey, 'tls'>, CheckResult>> {
  const fromDomain = domainOf(addressparser(config.mailFrom, { flatten: true })[0]?.address)
  // That of the Return-Path.
  const envelopeDomain = bounceAddress ? domainOf(bounceAddress) : fromDomain
  const smtpHost = readSmtpUrl(config.smtpUrl!).host
  const [mx, { testMail, hop }] = await Promise.all([
    checkMx(fromDomain, bounceAddress ? envelopeDomain : null, lookups),
    authenticateSent(sent, lookups),
  ])
  const sender = await findSender(hop, smtpHost, lookups)
  const facts = { fromDomain, envelopeDomain, smtpHost, testMail, sender }
  const [spf, dkim, alignment, reverseName] = await Promise.all([
    checkSpf(facts, lookups),
    checkDkim(facts, lookups),
    checkAlignment(facts, lookups),
    checkReverseName(facts, lookups),
  ])
  const ofTestMail = checkTestMail(testMail)
  return { 'test-mail': ofTestMail, spf, dkim, ...alignment, mx, 'reverse-name': reverseName }
}

const worstOf = (checks: readonly CheckResult[]): CheckState =>
  checkStates.findLast((state) => checks.some((check) => check.state === state)) ?? 'unknown'

const domainOf = (address = '') => address.split('@').at(-1)!.toLowerCase()

export const storeRun = (store: Store, { at, outcome, checks }: DoctorRun) =>
  store.transact((trx) =>
    trx
      .insertInto('doctor_runs')
      .values({ id: newId(), at, outcome, checks: JSON.stringify(checks) })
      .execute(),
  )

/** Newest first. */
export async function readRuns(db: Db, most: number): Promise<DoctorRun[]> {
  const rows = await db
    .selectFrom('doctor_runs')
    .selectAll()
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ at, outcome, checks }) => ({
    at,
    outcome: outcome as CheckState,
    checks: JSON.parse(checks) as DoctorCheck[],
  }))
}

export const readLastRun = async (db: Db): Promise<DoctorRun | null> =>
  (await readRuns(db, 1))[0] ?? null

/**
 * The checks of the newest run that are worse than when their state was known before. `runs`:
 * newest first.
 */
export function worsened([latest, ...earlier]: readonly DoctorRun[]): DoctorCheck[] {
  return (latest?.checks ?? []).filter(({ key, state }) => {
    if (state === 'unknown') return false
    const before = earlier
      .flatMap(({ checks }) => checks.find((check) => check.key === key) ?? [])
      .find((check) => check.state !== 'unknown')
    return before !== undefined && checkStates.indexOf(state) > checkStates.indexOf(before.state)
  })
}

/** The result as lines of text, each record to publish on lines of its own. */
export const describeRun = ({ checks }: DoctorRun): string[] => [
  ...checks.flatMap(describeCheck),
  summaryOf(checks),
]

function describeCheck({ key, state, found, advice, record }: DoctorCheck): string[] {
  return [
    `${doctorChecks[key]}: ${state}`,
    `  ${found}`,
    ...(advice === null ? [] : [`  ${advice}`]),
    ...(record === null
      ? []
      : [`    Name   ${record.name}`, `    Type   ${record.type}`, `    Value  ${record.value}`]),
  ]
}

/** `5 of 8 in order, 1 wrong.` */
export function summaryOf(checks: readonly Pick<DoctorCheck, 'state'>[]): string {
  const inState = (state: DoctorCheck['state']) =>
    checks.filter((check) => check.state === state).length
  const rest = (['wrong', 'could be stricter', 'unknown'] as const).flatMap((state) =>
    inState(state) > 0 ? [`${inState(state)} ${state}`] : [],
  )
  return `${[`${inState('in order')} of ${checks.length} in order`, ...rest].join(', ')}.`
}
