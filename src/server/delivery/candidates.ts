import type { Transaction } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { OutboxTable, Schema } from '#server/db/schema.ts'
import { priorities, type MailData } from '#server/outbox/outbox.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'
import { openDomains, waitingForDomain } from '#server/outbox/waiting-domains.ts'
import { hasProvenMailbox } from '#server/signup/policy.ts'
import { hasEverConfirmed } from './domain-budgets.ts'

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
type StoredRow = Pick<OutboxTable, (typeof columns)[number]>
type Row = Omit<StoredRow, 'data'> & { data: MailData }
type Person = Awaited<ReturnType<typeof readPeople>>[number]
/** A due mail that a claim considers, with its person. Both are locked until the claim commits. */
export type Candidate = Row & { person: Person; everConfirmed: boolean; proven: boolean }

/** `domain`: only mails to it, for a probe. `quiet`: without steps of sequences. */
export type TurnQuery = { quiet: boolean; domain: string | null; limit: number }

/** The next mails by priority and turn: one index lookup for each priority. */
export async function readInTurn(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  { quiet, domain, limit }: TurnQuery,
): Promise<Candidate[]> {
  const rows: StoredRow[] = []
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
    const locked = engine === 'postgres' ? inTurn.forUpdate().skipLocked() : inTurn
    rows.push(...(await locked.execute()))
  }
  return withPeople(trx, engine, rows)
}

/** The mails that wait for domains which are open now. `isLimited` false: for any domain. */
export async function readOpenDomains(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  isLimited: boolean,
  now: number,
): Promise<Map<string, Candidate[]>> {
  const open = new Map<string, Candidate[]>()
  for (const domain of await openDomains(trx, now, isLimited)) {
    const rows = await waitingForDomain(trx, engine, domain).select(columns).execute()
    open.set(domain, await withPeople(trx, engine, rows))
  }
  return open
}

/**
 * Adds the people. On Postgres it skips mails of a person whom another transaction has locked: an
 * erasure locks the person before the mails, so waiting here could deadlock.
 */
async function withPeople(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  rows: readonly StoredRow[],
): Promise<Candidate[]> {
  if (rows.length === 0) return []
  const people = new Map((await readPeople(trx, engine, rows)).map((person) => [person.id, person]))
  return rows.flatMap((row) => {
    const person = people.get(row.person_id)
    if (!person) return []
    const data = JSON.parse(row.data) as MailData
    const [everConfirmed, proven] = [hasEverConfirmed(person), hasProvenMailbox(person)]
    return [{ ...row, data, person, everConfirmed, proven }]
  })
}

function readPeople(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  rows: readonly Pick<OutboxTable, 'person_id'>[],
) {
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
