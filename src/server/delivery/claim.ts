import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { MailTemplate } from '#contract/render.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import { stepCancelled } from '#server/sequence/progress.ts'
import { isQuiet } from '#server/sequence/quiet-hours.ts'
import type { OutboxTable, Schema } from '#server/db/schema.ts'
import type { Store } from '#server/db/open.ts'
import { hasProvenMailbox } from '#server/signup/policy.ts'
import { afterWelcome } from './after-welcome.ts'
import { createLinkTokens } from '#server/signup/link-tokens.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import { countConfirmed, domainsToCount, hasEverConfirmed } from './domain-budgets.ts'
import { priorities, type MailData } from '#server/outbox/outbox.ts'
import { isLate, setOverdue } from './overdue.ts'
import { paceMails } from './pace.ts'
import { probeDomain, takeProbe } from './probe.ts'
import { probeAt, readPause } from './queue-pause.ts'
import { enterTimely, somebodyWaits } from './timely.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'
import {
  closeDomain,
  leaveDomains,
  openDomains,
  waitedFor,
  waitForDomains,
  waitingFor,
} from '#server/outbox/waiting-domains.ts'
import { unwanted } from './wanted.ts'

export const leaseMs = 30_000
/** Rows looked at beyond those that can leave: some are unwanted, overdue, or wait for their domain's budget. */
const lookAhead = 20

export type ClaimTerms = {
  secretKey: string
  most: number
  mailsPerHour: number
  paced: boolean
  host: string
  sequence: SequenceCopy | null
}
/** `data`: what the template needs beyond the address, as it was queued. `tokens` are the clear link tokens, and `requester` whose turn it took: they exist nowhere else. */
export type ClaimedMail = {
  id: string
  owner: string
  personId: string
  email: string
  domain: string
  template: MailTemplate
  data: MailData
  attempts: number
  requester: string
  messageId: string
  tokens: { confirm: string; unsubscribe: string; me: string }
}
/** `looked` is 0 where nothing is due, or may go; nothing more can be claimed before `closedUntil`. */
export type Claim = { mails: ClaimedMail[]; looked: number; closedUntil: number | null }

/** Commits, before anything is sent: whose the rows are, for how long, under which Message-ID, and the links that they carry. */
export const claimMails = (store: Store, terms: ClaimTerms, now: number): Promise<Claim> =>
  store.transact(async (trx) => {
    const pause = terms.paced ? await readPause(trx) : null
    if (pause && probeAt(pause, now) > now)
      return { mails: [], looked: 0, closedUntil: pause.nextProbeAt }
    const entered = await enterTimely(trx, store.engine, now)
    const quiet = terms.sequence !== null && isQuiet(now, terms.sequence)
    const domain = pause && (await probeDomain(trx, pause, quiet))
    const rows = await withPeople(
      trx,
      store.engine,
      await rowsInTurn(trx, store.engine, { quiet, domain, limit: terms.most + lookAhead }),
    )
    const isPaced = terms.paced && terms.mailsPerHour < Infinity
    const open = await rowsOfOpenDomains(trx, store.engine, isPaced, now)
    if (rows.length + open.size === 0) return { mails: [], looked: entered, closedUntil: null }

    const { rows: sendable, staying } = await afterWelcome(
      trx,
      await deferEarly(trx, await setAside(trx, rows, terms.sequence, now), now),
      now,
    )
    const waiting = new Map<string, Candidate[]>()
    for (const [domain, all] of open)
      waiting.set(domain, await setAside(trx, all, terms.sequence, now))
    const setAsideAtDomains = [...open].filter(
      ([name, all]) => waiting.get(name)!.length < all.length,
    )
    const most = pause ? 1 : terms.most
    const { go, closedUntil, gaveWay, released } = isPaced
      ? await withinPace(trx, { sendable, open: waiting }, { ...terms, most }, now)
      : {
          ...(await releaseAll(trx, waiting, now)),
          go: sendable.slice(0, most),
          closedUntil: null,
          gaveWay: 0,
        }
    for (const [domain] of setAsideAtDomains) await closeDomain(trx, domain, now)
    // Mails that stay where they are do not count: a claim that moved nothing must not be repeated at once.
    const looked = entered + rows.length - gaveWay - staying + released + setAsideAtDomains.length
    if (pause && (go.length === 0 || !(await takeProbe(trx, pause, go[0]!.domain, now))))
      return { mails: [], looked, closedUntil }
    return { mails: await lease(trx, go, terms.host, now), looked, closedUntil }
  })

const columns = [
  'id',
  'person_id',
  'email',
  'domain',
  'template',
  'data',
  'priority',
  'requester',
  'paid',
  'attempts',
  'created_at',
  'due_at',
  'message_id',
] as const
type Row = Pick<OutboxTable, Exclude<(typeof columns)[number], 'data'>> & { data: MailData }
type Person = Awaited<ReturnType<typeof peopleOf>>[number]
type Candidate = Row & { person: Person; everConfirmed: boolean; proven: boolean }

const rowsOf = (found: readonly Pick<OutboxTable, (typeof columns)[number]>[]): Row[] =>
  found.map((row) => ({ ...row, data: JSON.parse(row.data) as MailData }))

/** One index lookup for each priority, in their order, each by turns. In quiet hours the steps of sequences stay where they are. `domain`: of that one alone, for a probe. */
async function rowsInTurn(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  { quiet, domain, limit }: { quiet: boolean; domain: string | null; limit: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const priority of Object.values(priorities)) {
    if (rows.length >= limit || (quiet && priority === priorities.later)) break
    const inTurn = trx
      .selectFrom('outbox')
      .select(columns)
      .where(isDue)
      .where('waits', '=', waitsFor.turn)
      .where('priority', '=', priority)
      .orderBy('turn')
      .limit(limit - rows.length)
      .$if(domain !== null, (all) => all.where('domain', '=', domain!))
    rows.push(
      ...rowsOf(await (engine === 'postgres' ? inTurn.forUpdate().skipLocked() : inTurn).execute()),
    )
  }
  return rows
}

async function rowsOfOpenDomains(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  isPaced: boolean,
  now: number,
): Promise<Map<string, Candidate[]>> {
  const open = new Map<string, Candidate[]>()
  for (const domain of await openDomains(trx, now, isPaced))
    open.set(
      domain,
      await withPeople(
        trx,
        engine,
        rowsOf(await waitingFor(trx, engine, domain).select(columns).execute()),
      ),
    )
  return open
}

/**
 * The rows with their people, who are held until the transaction ends: links are drawn for them. On Postgres the mails of somebody who is just being erased are
 * passed over. They are locked here, and an erasure locks the person first: nobody may wait here.
 */
async function withPeople(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  rows: readonly Row[],
): Promise<Candidate[]> {
  if (rows.length === 0) return []
  const people = new Map((await peopleOf(trx, engine, rows)).map((person) => [person.id, person]))
  return rows.flatMap((row) => {
    const person = people.get(row.person_id)
    return person
      ? [
          {
            ...row,
            person,
            everConfirmed: hasEverConfirmed(person),
            proven: hasProvenMailbox(person),
          },
        ]
      : []
  })
}

function peopleOf(trx: Transaction<Schema>, engine: Store['engine'], rows: readonly Row[]) {
  const people = trx
    .selectFrom('people')
    .leftJoin('sequence_places', 'person_id', 'people.id')
    .select([
      'people.id',
      'state',
      'placement',
      'people.created_at',
      'confirmed_at',
      'left_at',
      'mail_id as stepMail',
    ])
    .where('people.id', 'in', [...new Set(rows.map((row) => row.person_id))])
  return (engine === 'postgres' ? people.forKeyShare('people').skipLocked() : people).execute()
}

/** Cancels mails that are no longer wanted, and makes those overdue that have waited for too long. Returns the others. */
async function setAside(
  trx: Transaction<Schema>,
  rows: readonly Candidate[],
  sequence: SequenceCopy | null,
  now: number,
): Promise<Candidate[]> {
  const sendable: Candidate[] = []
  for (const row of rows) {
    const reason = unwanted(row, row.person, sequence)
    if (reason) await cancelDue(trx, row, reason, now)
    else if (isLate(row, now)) await setOverdue(trx, row.id, 'late')
    else sendable.push(row)
  }
  return sendable
}

/**
 * Mails that a program of an earlier version has tried are in a turn although their time has not come. A mail that was due when it was made waits for nothing,
 * even if the clock was ahead then.
 */
async function deferEarly(
  trx: Transaction<Schema>,
  rows: readonly Candidate[],
  now: number,
): Promise<Candidate[]> {
  const isEarly = (row: Candidate) => row.due_at > now && row.due_at > row.created_at
  for (const { id } of rows.filter(isEarly))
    await trx.updateTable('outbox').set({ waits: waitsFor.time }).where('id', '=', id).execute()
  return rows.filter((row) => !isEarly(row))
}

async function cancelDue(
  trx: Transaction<Schema>,
  row: Row,
  reason: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'cancelled', reason, requester: '' })
    .where('id', '=', row.id)
    .execute()
  if (row.template === 'sequence')
    await stepCancelled(trx, { id: row.id, personId: row.person_id }, now)
}

type Candidates = {
  sendable: readonly Candidate[]
  open: ReadonlyMap<string, readonly Candidate[]>
}

async function withinPace(
  trx: Transaction<Schema>,
  { sendable, open }: Candidates,
  { secretKey, most, mailsPerHour }: Pick<ClaimTerms, 'secretKey' | 'most' | 'mailsPerHour'>,
  now: number,
) {
  const waiting = [...open.values()].flat()
  const confirmed = await countConfirmed(trx, domainsToCount([...sendable, ...waiting]))
  const unpaid = new Set(
    sendable.filter(({ paid }) => !paid).map(({ domain }) => budgetDomain(domain)),
  )
  const terms = {
    secretKey,
    confirmed,
    most,
    mailsPerHour,
    somebodyWaits: await somebodyWaits(trx, priorities.awaited),
  }
  const paced = await paceMails(
    trx,
    { turn: sendable, open, waitedFor: await waitedFor(trx, [...unpaid]) },
    terms,
    now,
  )
  const of = (ids: readonly string[], rows: readonly Candidate[]) =>
    rows.filter(({ id }) => ids.includes(id))

  for (const { id, until } of paced.held)
    await trx
      .updateTable('outbox')
      .set({ due_at: until, waits: waitsFor.time, paid: 0 })
      .where('id', '=', id)
      .execute()
  for (const id of paced.overdue) await setOverdue(trx, id, 'mailbox')
  const parked = new Map(paced.parked.map(({ id, ...where }) => [id, where]))
  await waitForDomains(
    trx,
    of([...parked.keys()], sendable).map(({ id, priority, requester }) => ({
      id,
      priority,
      requester,
      ...parked.get(id)!,
    })),
  )
  await leaveDomains(trx, of(paced.released, waiting), now)
  for (const { domain, opensAt } of paced.domains) await closeDomain(trx, domain, opensAt)
  return {
    go: of(paced.go, sendable),
    closedUntil: paced.closedUntil,
    gaveWay: paced.gaveWay,
    released: paced.released.length,
  }
}

/** Without budgets nobody waits for a domain any more. */
async function releaseAll(
  trx: Transaction<Schema>,
  open: ReadonlyMap<string, readonly Candidate[]>,
  now: number,
) {
  await leaveDomains(trx, [...open.values()].flat(), now)
  for (const domain of open.keys()) await closeDomain(trx, domain, now)
  return { released: open.size }
}

async function lease(
  trx: Transaction<Schema>,
  rows: readonly Candidate[],
  host: string,
  now: number,
): Promise<ClaimedMail[]> {
  const owner = randomUUID()
  const tokens = await createLinkTokens(
    trx,
    rows.flatMap(({ person_id: personId, template }) => [
      { purpose: 'unsubscribe' as const, personId },
      { purpose: 'me' as const, personId },
      ...(template === 'confirm' ? [{ purpose: 'confirm' as const, personId }] : []),
    ]),
    now,
  )
  const claimed: ClaimedMail[] = []
  for (const row of rows) {
    const messageId = row.message_id ?? `<${randomUUID()}@${host}>`
    await trx
      .updateTable('outbox')
      .set({
        state: 'sending',
        handed: 1,
        lease_owner: owner,
        lease_until: now + leaseMs,
        message_id: messageId,
        waits: waitsFor.time,
        requester: '',
      })
      .where('id', '=', row.id)
      .execute()
    const unsubscribe = tokens.shift()!
    const me = tokens.shift()!
    claimed.push({
      id: row.id,
      owner,
      personId: row.person_id,
      email: row.email,
      domain: row.domain,
      template: row.template as MailTemplate,
      data: row.data,
      attempts: row.attempts,
      requester: row.requester,
      messageId,
      tokens: { unsubscribe, me, confirm: row.template === 'confirm' ? tokens.shift()! : '' },
    })
  }
  return claimed
}
