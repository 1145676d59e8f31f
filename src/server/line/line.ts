import { sql, type Transaction } from 'kysely'
import { gainOf, type LineTerms, type Place } from '#contract/line/line.ts'
import { promises } from '#contract/promises/promises.ts'
import { fixedText, castRows, insertRows, statement } from '#server/db/rows.ts'
import {
  bucketKeys,
  type LineHeadTable,
  type LineState,
  type Move,
} from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'

/*
 * A person's place, from the line to their pages and mails:
 *
 * This file has the lock of the line, the key by which it is sorted, and the one query of a place and of
 * the account of it. standing.ts adds the link, the
 * friends, the rewards and the facts of the confirm page (contract/line/standing.ts). Pages and mails
 * read it there.
 * signup/link-routes.ts and people/me-routes.ts add it to the visit. Without a line, or for
 * somebody who is not in it, their pages show no place.
 * page/line/ draws it: your-link.tsx, place-sections.tsx, ladder.tsx, line-figure.tsx,
 * and own-readings.tsx beside Fig. 1. own-link.ts copies and shares a link; only pages that show one
 * load it.
 * campaigns/base/en/line-pages.ts has the words, page/styles/line.css the styles of these pages.
 * rule.ts serves `/line`, the same for everybody (page/line/line-rules-page.tsx).
 */

/** The rule that the keys of a line follow. */
export type Rule = Pick<LineTerms, 'perFriend' | 'cap'>

/** The states of people who have a place, or took a spot for it: nobody else stands in line. */
export const statesInLine: readonly LineState[] = ['waiting', 'invited', 'taken']

/** How many people wait in the line. */
export const waitingPeople = sql<number>`(
  select cast(coalesce(sum(n), 0) as bigint) from line_counts where level = 2)`

/** Null where the line has not begun. */
export const readHead = async (db: Db): Promise<(LineHeadTable & { waiting: number }) | null> =>
  (await db
    .selectFrom('line_head')
    .selectAll()
    .select(waitingPeople.as('waiting'))
    .where('id', '=', 1)
    .executeTakeFirst()) ?? null

const sumOfCounts = fixedText(() => sql<{ waiting: number }>`select ${waitingPeople} as waiting`)

export const countWaiting = async (db: Db): Promise<number> => (await sumOfCounts(db))[0]!.waiting

const takeOrders = fixedText(
  (orders: number) => sql<LineHeadTable>`
    update line_head set "nextOrder" = "nextOrder" + ${orders} where id = 1 returning *`,
)

/**
 * Locks the line until the transaction ends, before its first change of a row of `line`. The lock
 * makes the order of the numbers that of the commits, and excludes a deadlock. Takes `orders` order
 * numbers, the last ones before `nextOrder`; a rollback returns them. Null where the line has not
 * begun.
 */
export const lockLine = async (
  trx: Transaction<Schema>,
  orders = 0,
): Promise<LineHeadTable | null> => (await takeOrders(trx, orders))[0] ?? null

type Offset = Rule & Pick<LineHeadTable, 'keyOffset'>

/** The key by which the people who wait are sorted, ties by `order`. */
export const keyOf = (order: number, friends: number, { keyOffset, ...rule }: Offset): number =>
  keyOffset + order - gainOf(friends, rule)

/** The same in SQL, of a row of `line`. */
export const keyInSql = ({ perFriend, cap, keyOffset }: Offset) =>
  sql<number>`${sql.lit(keyOffset)} + "order"
    - ${sql.lit(perFriend)} * case when friends < ${sql.lit(cap)} then friends else ${sql.lit(cap)} end`

/** The smallest whole number of buckets that no gain exceeds. */
export const offsetFor = ({ perFriend, cap }: Rule): number =>
  Math.ceil((perFriend * cap) / bucketKeys[1]) * bucketKeys[1]

type Row = Record<
  | 'before'
  | 'passed'
  | 'passedBy'
  | 'waiting'
  | 'order'
  | 'friends'
  | 'withOneMore'
  | 'perFriend'
  | 'cap',
  number
>

const level1 = sql.lit(bucketKeys[1])
const level2 = sql.lit(bucketKeys[2])
const buckets = sql.lit(bucketKeys[2] / bucketKeys[1])

/** People with a smaller key than `key`, or with the same one and a smaller order number. */
const peopleBefore = (key: ReturnType<typeof sql>) => sql`
  (select coalesce(sum(n), 0) from line_counts where level = 2 and bucket < ${key} / ${level2})
  + (select coalesce(sum(n), 0) from line_counts
      where level = 1 and bucket >= ${key} / ${level2} * ${buckets} and bucket < ${key} / ${level1})
  + (select count(*) from line where key >= ${key} / ${level1} * ${level1} and key < ${key})
  + (select count(*) from line where key = ${key} and "order" < (select o from me))`

const placeRows = fixedText((personId: string) => {
  const key = sql`(select k from me)`
  return sql<Row>`
    with me as (
      select "order" as o, friends as f, key as k, "perFriend" as gain, cap, "keyOffset" as "offset"
      from line, line_head where "personId" = ${personId} and key is not null and id = 1
    )
    select ${peopleBefore(key)} as before,
      (select count(*) from line
        where "order" > (select k - "offset" from me) and "order" < (select o from me) and key > (select k from me)) as passed,
      (select count(*) from line
        where "order" > (select o from me) and "order" < (select k - "offset" + gain * cap from me)
          and key < (select k from me)) as "passedBy",
      ${peopleBefore(sql`(select k - gain from me)`)} as "withOneMore",
      ${waitingPeople} as waiting, o as "order", f as friends, gain as "perFriend", cap
    from me`
})

/**
 * LINE-1, LINE-2: a person's place and its account, from one statement and so of one moment. It
 * reads some hundred rows at any number of people. Null for somebody who does not wait in the line.
 */
export async function readPlace(db: Db, personId: string): Promise<Place | null> {
  const [row] = await placeRows(db, personId)
  return row ? placeOf(row) : null
}

function placeOf({ perFriend, cap, withOneMore, ...row }: Row): Place {
  const { before, waiting, passed, passedBy, friends } = row
  const counts = perFriend > 0 && friends < cap
  return {
    place: before + 1,
    ...row,
    behind: waiting - before - 1,
    confirmedBefore: before + passed - passedBy,
    withOneMore: counts ? withOneMore + 1 : null,
  }
}

/** Notes the place that a person has now, if they wait in the line. */
export async function noteMove(
  trx: Transaction<Schema>,
  personId: string,
  why: Move['why'],
  at: number,
): Promise<void> {
  const place = await readPlace(trx, personId)
  if (place) await noteMoves(trx, [{ personId, at, place: place.place, why }])
}

/** Notes a place of each of these people. Of each person the newest ten are kept. */
export async function noteMoves(
  trx: Transaction<Schema>,
  moves: readonly (Move & { personId: string })[],
): Promise<void> {
  if (moves.length === 0) return
  const rows = await trx
    .selectFrom('line')
    .select(['personId', 'moves'])
    .where(
      'personId',
      'in',
      moves.map(({ personId }) => personId),
    )
    .execute()
  const known = new Map(rows.map((row) => [row.personId, readMoves(row)]))
  const noted = moves.map(({ personId, ...move }) => ({
    personId,
    moves: JSON.stringify([...(known.get(personId) ?? []), move].slice(-promises.places.n)),
    movedAt: move.at,
  }))
  await insertRows(trx, 'note places', noted, (values) =>
    statement(
      trx,
      sql`update line set moves = noted.column2, "movedAt" = noted.column3
        from ${castRows(values, 'text', 'text', 'bigint')} as noted where "personId" = noted.column1`,
    ),
  )
}

/** The places that are kept of a person, oldest first. */
export const readMoves = ({ moves }: { moves: string }): Move[] => JSON.parse(moves)
