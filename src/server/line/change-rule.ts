import { sql, type Transaction } from 'kysely'
import { gainOf, type LineTerms } from '#contract/line.ts'
import type { Schema } from '#server/db/schema.ts'
import { noteRule } from './begin-line.ts'
import { countKeys } from './count-keys.ts'
import { offsetFor, openLine } from './line-head.ts'

/** How many places a friend moves the owner of a link, and how many friends count. */
export type Rule = Pick<LineTerms, 'perFriend' | 'cap'>
export type RuleChanged = { before: Rule; after: Rule; moved: number }

/**
 * LINE-1: another rule for everybody. It moves people, so it is one transaction: no place is read
 * between two rules. It takes seconds for a long list, and confirmations wait meanwhile. With `at`
 * null nothing is changed. Null where the line has not begun.
 */
export async function changeRule(
  trx: Transaction<Schema>,
  after: Rule,
  at: number | null,
): Promise<RuleChanged | null> {
  const line = await openLine(trx)
  if (!line) return null
  const { perFriend, cap } = line.head
  const before = { perFriend, cap }
  if (perFriend === after.perFriend && cap === after.cap) return { before, after, moved: 0 }
  const moved = await countMoved(trx, before, after)
  if (at === null) return { before, after, moved }
  // The same offset leaves the keys of people without friends as they are.
  const offset = Math.max(line.head.keyOffset, offsetFor(after))
  await trx
    .updateTable('line_head')
    .set({ perFriend: after.perFriend, cap: after.cap, keyOffset: offset })
    .where('id', '=', 1)
    .execute()
  await sql`update line set key = ${sql.lit(offset)} + "order" - ${gain(after)}
    where friends > 0 or ${sql.lit(offset)} <> ${sql.lit(line.head.keyOffset)}`.execute(trx)
  await countKeys(trx)
  await noteRule(trx, after, at)
  return { before, after, moved }
}

/** `gainOf` in SQL. */
const gain = ({ perFriend, cap }: Rule) =>
  sql`${sql.lit(perFriend)} * case when friends < ${sql.lit(cap)} then friends else ${sql.lit(cap)} end`

/** People who gain another number of places by the new rule. */
async function countMoved(trx: Transaction<Schema>, before: Rule, after: Rule): Promise<number> {
  const rows = await trx
    .selectFrom('line')
    .select((row) => ['friends', row.fn.countAll<number>().as('people')])
    .where('friends', '>', 0)
    .groupBy('friends')
    .execute()
  return rows.reduce(
    (sum, { friends, people }) =>
      gainOf(friends, before) === gainOf(friends, after) ? sum : sum + people,
    0,
  )
}
