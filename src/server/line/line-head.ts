import { sql, type Transaction } from 'kysely'
import { gainOf, type LineTerms } from '#contract/line.ts'
import { fixedText } from '#server/db/fixed-text.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type {
  LineCountsTable,
  LineHeadTable,
  LineMovesTable,
  LineTable,
} from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { bucketKeys } from './buckets.ts'
import { noteMoves } from './moves.ts'
import { readPlace } from './read-place.ts'

const levels = [1, 2] as const

export const readHead = (db: Db): Promise<LineHeadTable | undefined> =>
  db.selectFrom('line_head').selectAll().where('id', '=', 1).executeTakeFirst()

/** The key of a person by which the line is sorted, ties by `order`. */
export const keyOf = (
  { order, friends }: Pick<LineTable, 'order' | 'friends'>,
  { perFriend, cap, keyOffset }: Pick<LineHeadTable, 'perFriend' | 'cap' | 'keyOffset'>,
): number => keyOffset + order - gainOf(friends, { perFriend, cap })

/** The smallest whole number of buckets that no gain exceeds. */
export const offsetFor = (terms: Pick<LineTerms, 'perFriend' | 'cap'>): number =>
  Math.ceil((terms.perFriend * terms.cap) / bucketKeys[1]) * bucketKeys[1]

/** Both parameters are the number of people who join the end of the line. */
const takeOrders = fixedText(
  (orders: number, waiting: number) => sql<LineHeadTable>`
    update line_head
    set "nextOrder" = "nextOrder" + ${orders}, waiting = waiting + ${waiting}
    where id = 1 returning *`,
)

/** The line as one transaction changes it. */
export type OpenLine = NonNullable<Awaited<ReturnType<typeof openLine>>>

/**
 * Locks the line until the transaction ends, and takes `orders` order numbers. The row's lock makes
 * the numbers' order that of the commits, and excludes a deadlock; a rollback returns the numbers.
 * Null where the line has not begun. Call `storeCounts` after the last change.
 */
export async function openLine(trx: Transaction<Schema>, orders = 0) {
  const [head] = await takeOrders(trx, orders, orders)
  if (!head) return null
  const buckets = new Map<number, LineCountsTable>()
  let nextOrder = head.nextOrder - orders
  let waiting = head.waiting - orders

  /** Adds to the counts of people by key. */
  function countKey(key: number, n: number) {
    for (const level of levels) {
      const bucket = Math.floor(key / bucketKeys[level])
      const id = bucket * (levels.length + 1) + level
      const known = buckets.get(id)
      if (known) known.n += n
      else buckets.set(id, { level, bucket, n })
    }
  }

  return {
    head,
    waiting: () => waiting,

    /** Adds people at the end, in this order, and returns their rows. */
    async append(people: readonly { personId: string; friends: number }[]): Promise<LineTable[]> {
      const rows = people.map(({ personId, friends }) => {
        const order = nextOrder++
        return { personId, order, friends, key: keyOf({ order, friends }, head) }
      })
      await this.insert(rows)
      return rows
    },

    /** Takes an order number for somebody who does not stand in the line. */
    takeNumber: (): number => nextOrder++,

    /** Puts people back whose order number is known. */
    async insert(rows: readonly LineTable[]): Promise<void> {
      await insertRows(trx, 'stand in line', rows, (values) =>
        trx.insertInto('line').values(values as LineTable[]),
      )
      for (const { key } of rows) countKey(key, 1)
      waiting += rows.length
    },

    /** The row of a person who comes back to their order number. */
    rowOf: ({ personId, order, friends }: Omit<LineTable, 'key'>): LineTable => ({
      personId,
      order,
      friends,
      key: keyOf({ order, friends }, head),
    }),

    /** Notes the place that a person has after the changes so far. */
    async noteMove(personId: string, why: LineMovesTable['why'], now: number): Promise<void> {
      await this.storeCounts()
      const place = await readPlace(trx, personId)
      if (place) await noteMoves(trx, [{ personId, at: now, place: place.place, why }])
    },

    /** Takes people out of the line. Returns the rows that they had. */
    async remove(personIds: readonly string[]): Promise<LineTable[]> {
      if (personIds.length === 0) return []
      const rows = await trx
        .deleteFrom('line')
        .where('personId', 'in', personIds)
        .returningAll()
        .execute()
      for (const { key } of rows) countKey(key, -1)
      waiting -= rows.length
      return rows
    },

    /** Stores another number of friends of a person in the line. */
    async setFriends(row: LineTable, friends: number): Promise<LineTable> {
      const key = keyOf({ order: row.order, friends }, head)
      await trx
        .updateTable('line')
        .set({ friends, key })
        .where('personId', '=', row.personId)
        .execute()
      if (key !== row.key) {
        countKey(row.key, -1)
        countKey(key, 1)
      }
      return { ...row, friends, key }
    },

    /** Writes the counts that have changed so far: a place read in this transaction needs them. */
    async storeCounts(): Promise<void> {
      const changed = [...buckets.values()].filter(({ n }) => n !== 0)
      buckets.clear()
      await insertRows(trx, 'count the line', changed, (values) =>
        trx
          .insertInto('line_counts')
          .values(values as LineCountsTable[])
          .onConflict((same) =>
            same.columns(['level', 'bucket']).doUpdateSet({ n: sql`line_counts.n + excluded.n` }),
          ),
      )
      if (nextOrder !== head.nextOrder || waiting !== head.waiting) {
        await trx.updateTable('line_head').set({ nextOrder, waiting }).where('id', '=', 1).execute()
        head.nextOrder = nextOrder
        head.waiting = waiting
      }
    },
  }
}
