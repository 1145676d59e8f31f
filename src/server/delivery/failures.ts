import { sql } from 'kysely'
import type { PersonState } from '#contract/people/waitlist.ts'
import type { Db } from '#server/db/store.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Position } from '#server/http/list.ts'
import { isDueUsual } from '#server/outbox/outbox.ts'

const givenUp = /^given up after /
const status = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/

/**
 * How a mail failed: `uncertain`, `given up` after all tries, the mail server's status such as
 * `550 5.1.1`, or `other`.
 */
export type FailureKind = string
type Failed = Pick<OutboxTable, 'state' | 'reason' | 'firstReason'>

/** By the first reason of a retried mail: a later one may only be a consequence. */
export function failureKind({ state, reason, firstReason: first }: Failed): FailureKind {
  if (state === 'uncertain') return 'uncertain'
  const text = first ?? reason ?? ''
  if (givenUp.test(text)) return 'given up'
  const [, code, enhanced] = status.exec(text) ?? []
  if (code === undefined) return 'other'
  return enhanced === undefined ? code : `${code} ${enhanced}`
}

export const isFailureKind = (text: string): boolean =>
  ['uncertain', 'given up', 'other'].includes(text) || status.exec(text)?.[0] === text

/**
 * Of mails to people. Written as in outbox_by_failure, which has the order of the failed mails.
 */
export const hasFailed = sql<boolean>`(outbox.state in ('dead', 'uncertain') and outbox."personId" is not null)`

const failedColumns = [
  'id',
  'personId',
  'email',
  'template',
  'dueAt',
  'state',
  'reason',
  'firstReason',
] as const

export const failedOf = (
  db: Db,
  state: 'dead' | 'uncertain',
  before: Position | null,
  most: number,
) =>
  db
    .selectFrom('outbox')
    .select(failedColumns)
    .where(hasFailed)
    .where('state', '=', state)
    .$if(before !== null, (mails) =>
      mails
        .where('dueAt', '<=', before!.at)
        .where(({ or, eb }) => or([eb('dueAt', '<', before!.at), eb('id', '<', before!.id)])),
    )
    .orderBy('dueAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)

/** DASH-6: failed mails before a position, by the time of their last try, the latest first. */
export async function listFailed(
  db: Db,
  { before, most }: { before: Position | null; most: number },
) {
  const rows = [
    ...(await failedOf(db, 'dead', before, most).execute()),
    ...(await failedOf(db, 'uncertain', before, most).execute()),
  ]
    .sort((a, b) => b.dueAt - a.dueAt || (a.id < b.id ? 1 : -1))
    .slice(0, most)
  return withPeople(db, rows)
}

/** Deferred mails are looked for among so many mails that are due next. */
const mostLookedAt = 2_000

/** DASH-6: mails that the mail server deferred, the next try first. */
export async function listDeferred(db: Db, most: number) {
  const next = db
    .selectFrom('outbox')
    .select([...failedColumns, 'attempts'])
    .where(isDueUsual)
    .orderBy('dueAt')
    .limit(mostLookedAt)
  const rows = await db
    .selectFrom(next.as('next'))
    .selectAll()
    .where('attempts', '>', 0)
    .orderBy('dueAt')
    .limit(most)
    .execute()
  return withPeople(db, rows)
}

/** All of them are mails to people. */
type FailedRow = Pick<OutboxTable, (typeof failedColumns)[number]>

async function withPeople(db: Db, rows: readonly FailedRow[]) {
  const states = await statesOf(
    db,
    rows.map(({ personId: id }) => id!),
  )
  return rows.map(({ state, reason, firstReason, personId, ...mail }) => ({
    ...mail,
    personId: personId!,
    kind: failureKind({ state, reason, firstReason }),
    reason: firstReason ?? reason ?? '',
    personState: states.get(personId!)!,
  }))
}

async function statesOf(db: Db, ids: readonly string[]): Promise<Map<string, PersonState>> {
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('people')
    .select(['id', 'state'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(people.map(({ id, state }) => [id, state]))
}

/** The kinds of the latest failures, the commonest first, over at most this many of each state. */
const failuresGrouped = 1_000

export async function groupFailures(db: Db) {
  const kinds = new Map<FailureKind, number>()
  for (const state of ['dead', 'uncertain'] as const)
    for (const row of await failedOf(db, state, null, failuresGrouped)
      .clearSelect()
      .select([
        'state',
        'firstReason',
        sql<string | null>`substr(coalesce("firstReason", reason), 1, 40)`.as('reason'),
      ])
      .execute()) {
      const kind = failureKind(row)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
  return [...kinds]
    .map(([kind, mails]) => ({ kind, mails }))
    .sort((a, b) => b.mails - a.mails || (a.kind < b.kind ? -1 : 1))
}
