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
} from '#contract/doctor.ts'
import { findInMailbox } from '#server/bounces/read-mailbox.ts'
import { readBounceMailbox } from '#server/config/formats.ts'
import type { Config } from '#server/config/config.ts'
import { takeJobLease } from '#server/db/locks.ts'
import type { Db, Store } from '#server/db/store.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import { checkDkim, gatherKeys, type DkimKey } from './dkim.ts'
import { checkDmarc, checkReturnPath, gatherDmarc, type DmarcFacts } from './dmarc.ts'
import { withLookups, type LookupLimits, type Lookups } from './dns.ts'
import {
  checkMx,
  checkTls,
  gatherMx,
  probeTls,
  type MxFacts,
  type TlsFacts,
} from './mail-servers.ts'
import {
  checkReverseName,
  findSender,
  gatherReverse,
  type ReverseFacts,
  type Sender,
} from './sender.ts'
import { checkSpf, gatherSpf, type SpfFacts } from './spf.ts'
import {
  authenticateSent,
  checkTestMail,
  sendTestMail,
  type SentTestMail,
  type TestMailDeps,
  type TestMailFacts,
} from './test-mail.ts'

/*
 * The mail doctor, from a question to its result:
 *
 * This file gathers the facts and applies every rule. Each file beside it has the facts of one
 * subject, how they are gathered, and the rules over them: test-mail.ts (a mail to the bounce
 * mailbox, and how it arrived there), spf.ts, dkim.ts, dmarc.ts (with the return path), sender.ts
 * (the address that sends, and its reverse name), mail-servers.ts (TLS and MX). dns.ts asks DNS
 * (decision 049).
 * `askDoctor` stores the result: for the dashboard, for `npm run mail -- doctor`, and once a day.
 */

/** A little less than a day: the job runs each hour. */
const askEveryMs = 23.5 * 3_600_000

/** Asks the doctor where the last result is a day old, or has a time in the future. */
export async function doctorJob(
  store: Store,
  config: DoctorConfig,
  now: () => number,
): Promise<void> {
  if (destinationKind(config) !== 'smtp') return
  const last = await readLastRun(store.db)
  if (last && Math.abs(now() - last.atMs) < askEveryMs) return
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
export const mostDoctorMs = 2 * 60_000

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
  const [tls, sent] = await Promise.all([probeTls(deps.config.smtpUrl!), sendTestMail(deps)])
  const facts = await withLookups(
    deps.dnsServers,
    (lookups) => gatherFacts(deps, { tls, sent }, lookups),
    deps.dnsLimits,
  )
  return checkFacts(facts, deps.now())
}

/** All checks of the facts. */
function checkFacts(facts: DoctorFacts, now: number): DoctorRun {
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

/** The input of all rules: plain data. */
type DoctorFacts = {
  /** the domain of MAIL_FROM */
  fromDomain: string
  /** the domain of the envelope sender (Return-Path): that of BOUNCE_ADDRESS, or of MAIL_FROM */
  envelopeDomain: string
  smtpHost: string
  sender: Sender
  spf: SpfFacts
  dkim: readonly DkimKey[]
  dmarc: DmarcFacts
  mx: readonly MxFacts[]
  reverse: ReverseFacts
  tls: TlsFacts
  testMail: TestMailFacts
}

/** Asks DNS about everything that the settings and the test mail name. */
async function gatherFacts(
  { config, bounceAddress }: DoctorDeps,
  { tls, sent }: { tls: TlsFacts; sent: SentTestMail },
  lookups: Lookups,
): Promise<DoctorFacts> {
  const fromDomain = domainOf(addressparser(config.mailFrom, { flatten: true })[0]?.address)
  const envelopeDomain = bounceAddress ? domainOf(bounceAddress) : fromDomain
  const smtpHost = new URL(config.smtpUrl!).hostname.replaceAll(/^\[|\]$/g, '')
  const [dmarc, dkim, mx, { testMail, hop }] = await Promise.all([
    gatherDmarc(fromDomain, lookups),
    gatherKeys(fromDomain, lookups),
    gatherMx(fromDomain, bounceAddress ? envelopeDomain : null, lookups),
    authenticateSent(sent, lookups),
  ])
  const sender = await findSender(hop, smtpHost, lookups)
  const [spf, reverse] = await Promise.all([
    gatherSpf(envelopeDomain, sender, lookups),
    gatherReverse(sender, lookups),
  ])
  const domains = { fromDomain, envelopeDomain, smtpHost }
  return { ...domains, sender, spf, dkim, dmarc, mx, reverse, tls, testMail }
}

const domainOf = (address = '') => address.split('@').at(-1)!.toLowerCase()

export const storeRun = (store: Store, { atMs, outcome, checks }: DoctorRun) =>
  store.transact((trx) =>
    trx
      .insertInto('doctor_runs')
      .values({ id: newId(), at: atMs, outcome, checks: JSON.stringify(checks) })
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
    atMs: at,
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
  const counted = (state: DoctorCheck['state']) =>
    checks.filter((check) => check.state === state).length
  const rest = (['wrong', 'could be stricter', 'unknown'] as const).flatMap((state) =>
    counted(state) > 0 ? [`${counted(state)} ${state}`] : [],
  )
  return `${[`${counted('in order')} of ${checks.length} in order`, ...rest].join(', ')}.`
}
