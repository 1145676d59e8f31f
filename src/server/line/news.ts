import { sql, type Transaction } from 'kysely'
import { promisedMs } from '#contract/promises/promises.ts'
import { writePersonsEntry } from '#server/db/journal.ts'
import type { LineTable } from '#server/db/line-schema.ts'
import { lockPeople } from '#server/db/locks.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { Db, Store } from '#server/db/store.ts'
import { queueMails, type MailData } from '#server/outbox/outbox.ts'
import { countingStates } from './friends.ts'
import { lockLine } from './line.ts'

/** LINE-10: mails about friends are combined, at most one in this time. */
const newsEveryMs = promisedMs('news')

/**
 * When the next mail about friends may be queued, after something changed that it tells; null if
 * its owner stopped these mails. Call it with a row that was read with the line locked.
 */
export const newsDueAt = (
  owner: Pick<LineTable, 'newsDueAt' | 'newsAt' | 'newsStoppedAt'>,
  now: number,
): number | null =>
  owner.newsStoppedAt === null
    ? (owner.newsDueAt ?? Math.max(now, (owner.newsAt ?? -Infinity) + newsEveryMs))
    : null

/**
 * LINE-10: no more mails about friends, all others stay. `already`: they were stopped before. Null
 * for a person without a link, whom such mails never reach.
 */
export async function stopNews(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<'done' | 'already' | null> {
  await lockLine(trx)
  const { numUpdatedRows } = await trx
    .updateTable('line')
    .set({ newsStoppedAt: now, newsDueAt: null })
    .where('personId', '=', personId)
    .where('newsStoppedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) {
    await writePersonsEntry(trx, 'news-stopped', personId, now)
    return 'done'
  }
  return (await newsStopped(trx, personId)) === null ? null : 'already'
}

/** The next mail tells of all friends since the last one. */
export async function resumeNews(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<void> {
  await lockLine(trx)
  await trx
    .updateTable('line')
    .set({ newsStoppedAt: null, newsDueAt: now })
    .where('personId', '=', personId)
    .where('newsStoppedAt', 'is not', null)
    .execute()
}

/** Whether a person has stopped these mails; null without a link. */
export async function newsStopped(db: Db, personId: string): Promise<boolean | null> {
  const link = await db
    .selectFrom('line')
    .select('newsStoppedAt')
    .where('personId', '=', personId)
    .executeTakeFirst()
  return link ? link.newsStoppedAt !== null : null
}

/**
 * LINE-10: queues the mails about friends that are due, in small transactions. Returns how many.
 * `stopping`: whether the server ends.
 */
export async function queueNews(
  store: Store,
  now: number,
  stopping: () => boolean = () => false,
): Promise<number> {
  const steps = smallTransactions(store)
  for (let queued = 0; ;) {
    const personIds = await dueTo(store.db, now, steps.rows())
    if (personIds.length === 0 || stopping()) return queued
    queued += await steps.step((trx) => queueStep(trx, store.engine, personIds, now))
  }
}

async function dueTo(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('line')
    .select('personId')
    .where('newsDueAt', '<=', now)
    .orderBy('newsDueAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.personId)
}

/**
 * People are locked before the line, as by all that changes it. While the line is locked no friend
 * comes or goes and nobody stops these mails, and what another server has told is seen: `personIds`
 * were due before, and only those who still are change. None of them stays due: who cannot be told
 * now is asked again a day later.
 */
async function queueStep(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  personIds: readonly string[],
  now: number,
): Promise<number> {
  await lockPeople(trx, engine, personIds)
  await lockLine(trx)
  const people = await readDue(trx, personIds, now)
  const friends = await countFriends(trx, personIds)
  await trx
    .updateTable('line')
    .set({ newsDueAt: now + newsEveryMs })
    .where('personId', 'in', personIds)
    .where('newsDueAt', '<=', now)
    .execute()
  const told: Told[] = []
  for (const person of people) {
    const { more, counting } = friends.get(person.personId) ?? { more: 0, counting: 0 }
    const dueAt = earliest(person, now)
    if (more === 0) await setDue(trx, person, null)
    else if (dueAt > now) await setDue(trx, person, dueAt)
    else told.push({ ...person, more, counting, fewer: person.newsFriends + more - counting })
  }
  await tell(trx, told, now)
  return told.length
}

type Due = Awaited<ReturnType<typeof readDue>>[number]
/** `fewer` were told of earlier and do not count any more. */
type Told = Due & { more: number; fewer: number; counting: number }

/** Those in the line who get mail now, with the time of their last mail about friends. */
const readDue = (trx: Transaction<Schema>, personIds: readonly string[], now: number) =>
  trx
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'line.personId')
    .select(['line.personId', 'newsFriends', 'email'])
    .select((row) =>
      row
        .selectFrom('outbox')
        .select(sql<number | null>`max(coalesce("sentAt", cast(${now} as bigint)))`.as('at'))
        .whereRef('outbox.personId', '=', 'people.id')
        .where('template', '=', 'friend')
        .where('outbox.state', 'in', ['due', 'sending', 'overdue', 'uncertain', 'sent'])
        .as('lastAt'),
    )
    .where('line.personId', 'in', personIds)
    .where('line.state', '=', 'waiting')
    .where('newsDueAt', '<=', now)
    .where('people.state', '=', 'confirmed')
    .where((row) =>
      row.or([row('mailSuspendedUntil', 'is', null), row('mailSuspendedUntil', '<=', now)]),
    )
    .execute()

/** A day after the last one left the queue; a clock that was ahead then delays it by no more. */
const earliest = ({ lastAt }: Due, now: number): number =>
  lastAt === null ? now : Math.min(lastAt, now) + newsEveryMs

/** Friends who count, and those of them of whom no mail has told. */
async function countFriends(
  trx: Transaction<Schema>,
  personIds: readonly string[],
): Promise<Map<string, { more: number; counting: number }>> {
  const rows = await trx
    .selectFrom('credits')
    .select('ownerId')
    .select((row) => row.fn.countAll<number>().as('counting'))
    .select((row) => row.fn.sum<number>(sql`1 - told`).as('more'))
    .where('ownerId', 'in', personIds)
    .where('state', 'in', countingStates)
    .groupBy('ownerId')
    .execute()
  return new Map(rows.map((row) => [row.ownerId, row]))
}

const setDue = (trx: Transaction<Schema>, { personId }: Due, newsDueAt: number | null) =>
  trx.updateTable('line').set({ newsDueAt }).where('personId', '=', personId).execute()

async function tell(trx: Transaction<Schema>, people: readonly Told[], now: number): Promise<void> {
  if (people.length === 0) return
  await queueMails(
    trx,
    people.map(({ personId, email, more, fewer }) => ({
      personId,
      email,
      template: 'friend',
      data: { more, fewer },
    })),
    now,
  )
  for (const { personId, counting } of people)
    await trx
      .updateTable('line')
      .set({ newsDueAt: null, newsAt: now, newsFriends: counting })
      .where('personId', '=', personId)
      .execute()
  await trx
    .updateTable('credits')
    .set({
      told: sql`case when state in (${sql.join(countingStates.map((state) => sql.lit(state)))}) then 1 else 0 end`,
    })
    .where(
      'ownerId',
      'in',
      people.map((person) => person.personId),
    )
    .execute()
}

/**
 * A mail about friends was cancelled, for instance because a wave invited its person meanwhile: the
 * next one tells of the same friends. Those are the newest, because every mail tells of all.
 */
export async function untell(
  trx: Transaction<Schema>,
  personId: string,
  { more = 0, fewer = 0 }: Pick<MailData, 'more' | 'fewer'>,
  now: number,
): Promise<void> {
  await lockLine(trx)
  const newest = trx
    .selectFrom('credits')
    .select('friendId')
    .where('ownerId', '=', personId)
    .where('state', 'in', countingStates)
    .where('told', '=', 1)
    .orderBy('changedAt', 'desc')
    .orderBy('friendId', 'desc')
    .limit(more)
  await trx.updateTable('credits').set({ told: 0 }).where('friendId', 'in', newest).execute()
  await trx
    .updateTable('line')
    .set((row) => ({
      newsFriends: row('newsFriends', '+', fewer - more),
      newsDueAt: row
        .case()
        .when('newsStoppedAt', 'is', null)
        .then(sql<number>`cast(${now} as bigint)`)
        .else(null)
        .end(),
    }))
    .where('personId', '=', personId)
    .execute()
}
