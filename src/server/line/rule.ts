import { type Transaction } from 'kysely'
import { gainOf } from '#contract/line.ts'
import type { RuleChange } from '#contract/line-rules.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { keyInSql, lockLine, offsetFor, type Rule } from './head.ts'

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
  const head = await lockLine(trx)
  if (!head) return null
  const { perFriend, cap } = head
  const before = { perFriend, cap }
  if (perFriend === after.perFriend && cap === after.cap) return { before, after, moved: 0 }
  const moved = await countMoved(trx, before, after)
  if (at === null) return { before, after, moved }
  // The same offset leaves the keys of people without friends as they are.
  const rule = { ...after, keyOffset: Math.max(head.keyOffset, offsetFor(after)) }
  await trx.updateTable('line_head').set(rule).where('id', '=', 1).execute()
  await trx
    .updateTable('line')
    .set({ key: keyInSql(rule) })
    .where('key', 'is not', null)
    .$if(rule.keyOffset === head.keyOffset, (rows) => rows.where('friends', '>', 0))
    .execute()
  await noteRule(trx, after, at)
  return { before, after, moved }
}

/** People who wait and gain another number of places by the new rule. */
async function countMoved(trx: Transaction<Schema>, before: Rule, after: Rule): Promise<number> {
  const rows = await trx
    .selectFrom('line')
    .select((row) => ['friends', row.fn.countAll<number>().as('people')])
    .where('key', 'is not', null)
    .where('friends', '>', 0)
    .groupBy('friends')
    .execute()
  return rows.reduce(
    (sum, { friends, people }) =>
      gainOf(friends, before) === gainOf(friends, after) ? sum : sum + people,
    0,
  )
}

/** LINE-1: the rules page names the dates of changes. */
export const noteRule = (trx: Transaction<Schema>, { perFriend, cap }: Rule, at: number) =>
  trx
    .insertInto('line_rules')
    .values({ at, perFriend, cap })
    .onConflict((same) => same.column('at').doUpdateSet({ perFriend, cap }))
    .execute()

/** Each value of the rule, oldest first. */
export const readRuleChanges = (db: Db): Promise<RuleChange[]> =>
  db.selectFrom('line_rules').selectAll().orderBy('at').execute()
