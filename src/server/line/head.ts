import { sql, type Transaction } from 'kysely'
import { gainOf, type LineTerms } from '#contract/line.ts'
import { fixedText } from '#server/db/rows.ts'
import { bucketKeys, type LineHeadTable, type LineState } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'

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

export const countWaiting = async (db: Db | Transaction<Schema>): Promise<number> =>
  (await sumOfCounts(db))[0]!.waiting

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

/** The key by which the people who wait are sorted, ties by `order`. */
export const keyOf = (
  order: number,
  friends: number,
  { keyOffset, ...rule }: Pick<LineHeadTable, 'perFriend' | 'cap' | 'keyOffset'>,
): number => keyOffset + order - gainOf(friends, rule)

/** The same in SQL, of a row of `line`. */
export const keyInSql = ({ perFriend, cap, keyOffset }: Rule & Pick<LineHeadTable, 'keyOffset'>) =>
  sql<number>`${sql.lit(keyOffset)} + "order"
    - ${sql.lit(perFriend)} * case when friends < ${sql.lit(cap)} then friends else ${sql.lit(cap)} end`

/** The smallest whole number of buckets that no gain exceeds. */
export const offsetFor = ({ perFriend, cap }: Rule): number =>
  Math.ceil((perFriend * cap) / bucketKeys[1]) * bucketKeys[1]
