import { sql, type Transaction } from 'kysely'
import { lockPeople } from '#server/db/lock-people.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Db, Store } from '#server/db/store.ts'
import { queueMails, type MailData } from '#server/outbox/outbox.ts'
import { countingStates } from './credits.ts'
import { openLine } from './line-head.ts'
import { newsEveryMs } from './news.ts'

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
    .selectFrom('line_links')
    .select('person_id')
    .where('news_due_at', '<=', now)
    .orderBy('news_due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.person_id)
}

/**
 * People are locked before the line, as by all that changes it. While the line is locked no friend
 * comes or goes, and what another server has told is seen. Nobody stays due: who cannot be told now
 * is asked again a day later.
 */
async function queueStep(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  personIds: readonly string[],
  now: number,
): Promise<number> {
  await lockPeople(trx, engine, personIds)
  await openLine(trx)
  const people = await readDue(trx, personIds, now)
  const friends = await countFriends(trx, personIds)
  await setDue(trx, personIds, now + newsEveryMs)
  const told: Told[] = []
  for (const person of people) {
    const { more, counting } = friends.get(person.person_id) ?? { more: 0, counting: 0 }
    const dueAt = earliest(person, now)
    if (more === 0) await setDue(trx, [person.person_id], null)
    else if (dueAt > now) await setDue(trx, [person.person_id], dueAt)
    else told.push({ ...person, more, counting, fewer: person.news_friends + more - counting })
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
    .selectFrom('line_links')
    .innerJoin('people', 'people.id', 'line_links.person_id')
    .innerJoin('line', 'line.person_id', 'line_links.person_id')
    .select(['line_links.person_id', 'news_friends', 'email'])
    .select((row) =>
      row
        .selectFrom('outbox')
        .select(sql<number | null>`max(coalesce(sent_at, cast(${now} as bigint)))`.as('at'))
        .whereRef('outbox.person_id', '=', 'people.id')
        .where('template', '=', 'friend')
        .where('outbox.state', 'in', ['due', 'sending', 'overdue', 'uncertain', 'sent'])
        .as('lastAt'),
    )
    .where('line_links.person_id', 'in', personIds)
    .where('news_due_at', '<=', now)
    .where('people.state', '=', 'confirmed')
    .where((row) =>
      row.or([row('mail_suspended_until', 'is', null), row('mail_suspended_until', '<=', now)]),
    )
    .execute()

/** A day after the last one left the queue; a clock that was ahead then delays it by no more. */
const earliest = ({ lastAt }: Due, now: number): number =>
  lastAt === null ? now : Math.min(Number(lastAt), now) + newsEveryMs

/** Friends who count, and those of them of whom no mail has told. */
async function countFriends(
  trx: Transaction<Schema>,
  personIds: readonly string[],
): Promise<Map<string, { more: number; counting: number }>> {
  const rows = await trx
    .selectFrom('credits')
    .select('owner_id')
    .select((row) => row.fn.countAll<number | string>().as('counting'))
    .select((row) => row.fn.sum<number | string>(sql`1 - told`).as('more'))
    .where('owner_id', 'in', personIds)
    .where('state', 'in', countingStates)
    .groupBy('owner_id')
    .execute()
  return new Map(
    rows.map(({ owner_id: id, more, counting }) => [
      id,
      { more: Number(more), counting: Number(counting) },
    ]),
  )
}

async function setDue(
  trx: Transaction<Schema>,
  personIds: readonly string[],
  dueAt: number | null,
): Promise<void> {
  if (personIds.length === 0) return
  await trx
    .updateTable('line_links')
    .set({ news_due_at: dueAt })
    .where('person_id', 'in', personIds)
    .where('news_due_at', 'is not', null)
    .execute()
}

async function tell(trx: Transaction<Schema>, people: readonly Told[], now: number): Promise<void> {
  if (people.length === 0) return
  await queueMails(
    trx,
    people.map(({ person_id: personId, email, more, fewer }) => ({
      personId,
      email,
      template: 'friend',
      data: { more, fewer },
    })),
    now,
  )
  for (const { person_id: personId, counting } of people)
    await trx
      .updateTable('line_links')
      .set({ news_due_at: null, news_at: now, news_friends: counting })
      .where('person_id', '=', personId)
      .execute()
  await trx
    .updateTable('credits')
    .set({
      told: sql`case when state in (${sql.join(countingStates.map((state) => sql.lit(state)))}) then 1 else 0 end`,
    })
    .where(
      'owner_id',
      'in',
      people.map((person) => person.person_id),
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
  await openLine(trx)
  const newest = trx
    .selectFrom('credits')
    .select('friend_id')
    .where('owner_id', '=', personId)
    .where('state', 'in', countingStates)
    .where('told', '=', 1)
    .orderBy('changed_at', 'desc')
    .orderBy('friend_id', 'desc')
    .limit(more)
  await trx.updateTable('credits').set({ told: 0 }).where('friend_id', 'in', newest).execute()
  await trx
    .updateTable('line_links')
    .set((row) => ({
      news_friends: row('news_friends', '+', fewer - more),
      news_due_at: row
        .case()
        .when('news_stopped_at', 'is', null)
        .then(sql<number>`cast(${now} as bigint)`)
        .else(null)
        .end(),
    }))
    .where('person_id', '=', personId)
    .execute()
}
