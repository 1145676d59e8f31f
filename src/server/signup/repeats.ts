import type { Transaction } from 'kysely'
import type { FastifyReply } from 'fastify'
import { mostRepeats, repeatHours, type Repeat } from '#contract/promises/promises.ts'
import type { PageVisit } from '#contract/render.ts'
import { hourMs } from '#contract/time.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Db } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { readToChange } from './membership.ts'

const windowMs = repeatHours * hourMs

/** `people.repeats`: the times (ms) of the last ten of each act, oldest first. */
type Repeats = Partial<Record<Repeat, number[]>>

/**
 * How long (ms) a person must wait for one more of this act; 0 if it can be now. A time that lies a
 * day or more ahead comes from a wrong clock and delays nothing.
 */
export function repeatWaitMs(stored: string, act: Repeat, now: number): number {
  const recent = recentOf(stored, act, now)
  return recent.length < mostRepeats ? 0 : Math.max(1, recent[0]! + windowMs - now)
}

/** With one more of this act. */
export const withRepeat = (stored: string, act: Repeat, now: number): string =>
  JSON.stringify({
    ...(JSON.parse(stored) as Repeats),
    [act]: [...recentOf(stored, act, now), now].slice(-mostRepeats),
  })

const recentOf = (stored: string, act: Repeat, now: number): number[] =>
  ((JSON.parse(stored) as Repeats)[act] ?? []).filter((at) => Math.abs(now - at) < windowMs)

type Before = Pick<PeopleTable, 'state' | 'confirmedAt'> & { repeats: string }

/** The wait of a person who confirms: only who left and comes back can have one. */
export const returnWaitMs = (person: Before, now: number): number =>
  isReturn(person) ? repeatWaitMs(person.repeats, 'return', now) : 0

/** `confirmedAt` stays set after leaving. */
export const isReturn = ({ state, confirmedAt }: Before): boolean =>
  state === 'unsubscribed' && confirmedAt !== null

/** The same of a stored person; 0 for an unknown id. */
export async function readReturnWaitMs(db: Db, personId: string, now: number): Promise<number> {
  const person = await db
    .selectFrom('people')
    .select(['state', 'confirmedAt', 'repeats'])
    .where('id', '=', personId)
    .executeTakeFirst()
  return person ? returnWaitMs(person, now) : 0
}

/**
 * Does one more of this act with the person locked, or returns the wait (ms). Null for an unknown
 * id.
 */
export async function repeated(
  trx: Transaction<Schema>,
  { personId, act }: { personId: string; act: Repeat },
  change: () => Promise<unknown>,
  now: number,
): Promise<{ waitMs: number } | null> {
  const person = await readToChange(trx, personId)
  if (!person) return null
  const waitMs = repeatWaitMs(person.repeats, act, now)
  if (waitMs > 0) return { waitMs }
  await trx
    .updateTable('people')
    .set({ repeats: withRepeat(person.repeats, act, now) })
    .where('id', '=', personId)
    .execute()
  await change()
  return { waitMs: 0 }
}

/** 429 */
export function tryTomorrow(reply: FastifyReply, act: Repeat, waitMs: number): PageVisit {
  reply.header('retry-after', Math.ceil(waitMs / 1_000))
  return { page: 'try-tomorrow', act }
}
