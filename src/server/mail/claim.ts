import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { MailTemplate } from '#contract/render.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import { stepCancelled } from '#server/quiz/places.ts'
import { isQuiet } from '#server/quiz/quiet-hours.ts'
import type { OutboxTable, Schema } from '#server/store/schema.ts'
import type { Store } from '#server/store/open.ts'
import { hasProvenMailbox } from '#server/waitlist/life.ts'
import { afterWelcome } from './after-welcome.ts'
import { drawLinks } from './links.ts'
import { priorities, type MailData } from './outbox.ts'
import { paceMails, patienceMs, type PaceTerms } from './pace.ts'
import { probeDomain, takeProbe } from './probe.ts'
import { readPause } from './queue.ts'
import { unwanted } from './wanted.ts'

export const leaseMs = 30_000
/** Rows looked at beyond those that can leave: some are unwanted, overdue, or wait for their domain's budget. */
const lookAhead = 20

export type ClaimTerms = { secretKey: string; most: number; mailsPerHour: number; paced: boolean; host: string; sequence: SequenceCopy | null }
/** `data`: what the template needs beyond the address, as it was queued. `tokens` are the clear link tokens: they exist nowhere else. */
export type ClaimedMail = {
  id: string; owner: string; personId: string; email: string; domain: string; template: MailTemplate; data: MailData
  attempts: number; messageId: string; tokens: { confirm: string; unsubscribe: string; me: string }
}
/** `looked` is 0 where nothing is due, or may go; nothing more can be claimed before `closedUntil`. */
export type Claim = { mails: ClaimedMail[]; looked: number; closedUntil: number | null }

/** Commits, before anything is sent: whose the rows are, for how long, under which Message-ID, and the links that they carry. */
export const claimMails = (store: Store, terms: ClaimTerms, now: number): Promise<Claim> => store.transact(async (trx) => {
  const pause = terms.paced ? await readPause(trx) : null
  if (pause && pause.nextProbeAt > now) return { mails: [], looked: 0, closedUntil: pause.nextProbeAt }
  const quiet = terms.sequence !== null && isQuiet(now, terms.sequence)
  const domain = pause && await probeDomain(trx, pause, quiet, now)
  const rows = await dueRows(trx, store.engine, { quiet, domain, limit: terms.most + lookAhead }, now)
  if (rows.length === 0) return { mails: [], looked: 0, closedUntil: null }

  const { rows: sendable, staying } = await afterWelcome(trx, await setAside(trx, rows, terms.sequence, now), now)
  const most = pause ? 1 : terms.most
  const { go, closedUntil, gaveWay } = terms.paced && terms.mailsPerHour < Infinity
    ? await withinPace(trx, sendable, { secretKey: terms.secretKey, most, mailsPerHour: terms.mailsPerHour, somebodyWaits: await somebodyWaits(trx) }, now)
    : { go: sendable.slice(0, most), closedUntil: null, gaveWay: 0 }
  if (pause && (go.length === 0 || !await takeProbe(trx, pause, go[0]!.domain, now))) return { mails: [], looked: rows.length - staying, closedUntil }
  return { mails: await lease(trx, go, terms.host, now), looked: rows.length - gaveWay - staying, closedUntil }
})

type Row = Pick<OutboxTable, 'id' | 'person_id' | 'email' | 'domain' | 'template' | 'priority' | 'attempts' | 'created_at' | 'due_at' | 'message_id'> & { data: MailData }

type SendableRow = Row & { proven: boolean }

/** One index lookup for each priority, in their order. In quiet hours the steps of sequences stay where they are. `domain`: of that one alone, for a probe. */
async function dueRows(trx: Transaction<Schema>, engine: Store['engine'], { quiet, domain, limit }: { quiet: boolean; domain: string | null; limit: number }, now: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const priority of Object.values(priorities)) {
    if (rows.length >= limit || (quiet && priority === priorities.later)) break
    const due = trx.selectFrom('outbox')
      .select(['id', 'person_id', 'email', 'domain', 'template', 'data', 'priority', 'attempts', 'created_at', 'due_at', 'message_id'])
      .where('state', '=', 'due').where('priority', '=', priority).where('due_at', '<=', now).orderBy('due_at').limit(limit - rows.length)
      .$if(domain !== null, (all) => all.where('domain', '=', domain!))
    const found = await (engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute()
    rows.push(...found.map((row) => ({ ...row, data: JSON.parse(row.data) as MailData })))
  }
  return rows
}

/** Ends the rows of people who must get no mail, and puts those aside that have waited too long to leave without the operator's word. */
async function setAside(trx: Transaction<Schema>, rows: readonly Row[], sequence: SequenceCopy | null, now: number): Promise<SendableRow[]> {
  const people = new Map((await trx.selectFrom('people').leftJoin('sequence_places', 'person_id', 'people.id').select(['people.id', 'state', 'placement', 'created_at', 'confirmed_at', 'left_at', 'mail_id as stepMail'])
    .where('people.id', 'in', [...new Set(rows.map((row) => row.person_id))]).execute()).map((person) => [person.id, person]))
  const sendable: SendableRow[] = []
  for (const row of rows) {
    const person = people.get(row.person_id)!
    const reason = unwanted(row, person, sequence)
    if (reason) await cancelDue(trx, row, reason, now)
    else if (row.due_at < now - patienceMs(row.template)) await setOverdue(trx, row.id)
    else sendable.push({ ...row, proven: hasProvenMailbox(person) })
  }
  return sendable
}

const setOverdue = (trx: Transaction<Schema>, id: string) => trx.updateTable('outbox').set({ state: 'overdue' }).where('id', '=', id).execute()

async function cancelDue(trx: Transaction<Schema>, row: Row, reason: string, now: number): Promise<void> {
  await trx.updateTable('outbox').set({ state: 'cancelled', reason }).where('id', '=', row.id).execute()
  if (row.template === 'sequence') await stepCancelled(trx, { id: row.id, personId: row.person_id }, now)
}

const somebodyWaits = async (trx: Transaction<Schema>): Promise<boolean> =>
  await trx.selectFrom('outbox').select('id').where('state', '=', 'due').where('priority', '=', priorities.awaited).orderBy('due_at').limit(1).executeTakeFirst() !== undefined

async function withinPace(trx: Transaction<Schema>, rows: readonly SendableRow[], terms: PaceTerms, now: number) {
  if (rows.length === 0) return { go: [], closedUntil: null, gaveWay: 0 }
  const { go, held, overdue, closedUntil, gaveWay } = await paceMails(trx, rows, terms, now)
  for (const { id, until } of held) await trx.updateTable('outbox').set({ due_at: until }).where('id', '=', id).execute()
  for (const id of overdue) await setOverdue(trx, id)
  return { go: rows.filter(({ id }) => go.includes(id)), closedUntil, gaveWay }
}

async function lease(trx: Transaction<Schema>, rows: readonly Row[], host: string, now: number): Promise<ClaimedMail[]> {
  const owner = randomUUID()
  const tokens = await drawLinks(trx, rows.flatMap(({ person_id: personId, template }) => [
    { purpose: 'unsubscribe' as const, personId }, { purpose: 'me' as const, personId }, ...(template === 'confirm' ? [{ purpose: 'confirm' as const, personId }] : []),
  ]), now)
  const claimed: ClaimedMail[] = []
  for (const row of rows) {
    const messageId = row.message_id ?? `<${randomUUID()}@${host}>`
    await trx.updateTable('outbox')
      .set({ state: 'sending', handed: 1, lease_owner: owner, lease_until: now + leaseMs, message_id: messageId }).where('id', '=', row.id).execute()
    const unsubscribe = tokens.shift()!
    const me = tokens.shift()!
    claimed.push({
      id: row.id, owner, personId: row.person_id, email: row.email, domain: row.domain, template: row.template as MailTemplate, data: row.data,
      attempts: row.attempts, messageId, tokens: { unsubscribe, me, confirm: row.template === 'confirm' ? tokens.shift()! : '' },
    })
  }
  return claimed
}
