import type { Selectable, Transaction } from 'kysely'
import type { Store } from '#server/db/store.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Lane, LetterOfMail } from '#server/letters/lanes.ts'
import { priorities, type MailData } from '#server/outbox/outbox.ts'
import { isDue, waitsFor, waitsForTime } from '#server/outbox/turns.ts'
import { hasProvenMailbox } from '#server/signup/policy.ts'
import { hasEverConfirmed } from './recipient-budgets.ts'

export const candidateColumns = [
  'id',
  'personId',
  'email',
  'domain',
  'template',
  'data',
  'priority',
  'requester',
  'paid',
  'attempts',
  'createdAt',
  'dueAt',
  'messageId',
  'letterId',
  'letterLanguage',
] as const
type StoredRow = Pick<Selectable<OutboxTable>, (typeof candidateColumns)[number]>
type Row = Omit<StoredRow, 'data'> & { data: MailData }
type Person = Awaited<ReturnType<typeof readPeople>>[number]
/**
 * A due mail that a claim considers, with its person. Both are locked until the claim commits.
 * `person`: null for mails whose recipients are not on the list. `letter`: null for mails of no letter.
 */
export type Candidate = Row & {
  person: Person | null
  everConfirmed: boolean
  proven: boolean
  letter: LetterOfMail | null
}

/**
 * `priorities`: those of which a mail may be in turn. `quiet`: without steps of sequences.
 */
type TurnQuery = { priorities: readonly number[]; quiet: boolean; limit: number }

/** The next mails by priority and turn: one index lookup for each priority. */
export async function readInTurn(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  { priorities: inTurnOf, quiet, limit }: TurnQuery,
): Promise<Candidate[]> {
  const rows: StoredRow[] = []
  for (const priority of inTurnOf) {
    if (rows.length >= limit) break
    if (quiet && priority === priorities.later) continue
    const inTurn = trx
      .selectFrom('outbox')
      .select(candidateColumns)
      .where(isDue)
      .where('waits', '=', waitsFor.turn)
      .where('priority', '=', priority)
      .orderBy('turn')
      .limit(limit - rows.length)
    const locked = engine === 'postgres' ? inTurn.forUpdate().skipLocked() : inTurn
    rows.push(...(await locked.execute()))
  }
  return withPeople(trx, engine, rows)
}

/** The ready mails of letters, `most` at most, in the order of their lanes. */
export async function readInLanes(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  lanes: readonly Lane[],
  most: number,
): Promise<Candidate[]> {
  const mails: Candidate[] = []
  for (const { waits, letter } of lanes) {
    if (mails.length >= most) break
    const ready = trx
      .selectFrom('outbox')
      .select(candidateColumns)
      .where(isDue)
      .where('waits', '=', waits)
      .where('priority', '=', priorities.letter)
      .orderBy('turn')
      .limit(most - mails.length)
    const locked = engine === 'postgres' ? ready.forUpdate().skipLocked() : ready
    const rows = await withPeople(trx, engine, await locked.execute())
    mails.push(...rows.map((mail) => ({ ...mail, letter })))
  }
  return mails
}

/**
 * Adds the people. On Postgres it skips mails of a person whom another transaction has locked: an
 * erasure locks the person before the mails, so waiting here could deadlock.
 */
export async function withPeople(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  rows: readonly StoredRow[],
): Promise<Candidate[]> {
  if (rows.length === 0) return []
  const known = rows.some(({ personId }) => personId !== null)
    ? await readPeople(trx, engine, rows)
    : []
  const people = new Map(known.map((person) => [person.id, person]))
  return rows.flatMap((row) => {
    const person = row.personId === null ? null : people.get(row.personId)
    if (person === undefined) return []
    const data = JSON.parse(row.data) as MailData
    return [{ ...row, data, person, ...provenBy(row, person), letter: null }]
  })
}

/**
 * A confirm mail of END-3 is one to an address that never confirmed. The addresses of the others that
 * have no person have: by that mail, or as an operator's.
 */
export function provenBy(
  { template }: Pick<StoredRow, 'template'>,
  person: Parameters<typeof hasProvenMailbox>[0] | null,
) {
  if (person) return { everConfirmed: hasEverConfirmed(person), proven: hasProvenMailbox(person) }
  const isProven = template !== 'once-confirm'
  return { everConfirmed: isProven, proven: isProven }
}

function readPeople(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  rows: readonly Pick<OutboxTable, 'personId'>[],
) {
  const people = trx
    .selectFrom('people')
    .leftJoin('sequence_places', 'personId', 'people.id')
    .select([
      'people.id',
      'state',
      'language',
      'placement',
      'people.createdAt',
      'confirmedAt',
      'leftAt',
      'mailSuspendedUntil',
      'mailId as stepMail',
    ])
    .where('people.id', 'in', [...new Set(rows.flatMap(({ personId }) => personId ?? []))])
  return (engine === 'postgres' ? people.forKeyShare('people').skipLocked() : people).execute()
}

/** Whether a mail of this priority waits for its turn or its time. */
export async function hasWaitingMail(trx: Transaction<Schema>, priority: number): Promise<boolean> {
  const first = trx
    .selectFrom('outbox')
    .select('id')
    .where(isDue)
    .where('priority', '=', priority)
    .limit(1)
  return (
    (await first.where('waits', '=', waitsFor.turn).orderBy('turn').executeTakeFirst()) !==
      undefined ||
    (await first.where(waitsForTime).orderBy('dueAt').executeTakeFirst()) !== undefined
  )
}
