import { sql, type Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { takeLock } from '#server/db/erasure-lock.ts'
import type { LineHeadTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Store } from '#server/db/store.ts'
import { countKeys } from './count-keys.ts'
import { offsetFor, readHead } from './line-head.ts'

/**
 * LINE-1: begins the line, once: people who confirmed before get order numbers by the time of their
 * confirmation. A server calls it before it takes confirmations. `openSlowly` opens a store without
 * the time limits of serving, because a long list takes some seconds. Throws StartRefused where the
 * campaign's rule is not the one that the people in the line stand by.
 */
export async function beginLine(
  store: Store,
  openSlowly: () => Promise<Store>,
  terms: LineTerms | null,
  now: number,
): Promise<void> {
  if (terms === null) return
  const head = await readHead(store.db)
  if (head) return keepRule(store, head, terms, now)
  const slow = store.engine === 'sqlite' ? store : await openSlowly()
  try {
    await slow.transact((trx) => numberEarlier(trx, terms, now))
  } finally {
    if (slow !== store) await slow.close()
  }
}

async function numberEarlier(trx: Transaction<Schema>, terms: LineTerms, now: number) {
  await takeLock(trx, 'line', 'alone')
  if (await readHead(trx)) return
  const offset = offsetFor(terms)
  await sql`insert into line (person_id, "order", friends, key)
    select id, place, 0, ${sql.lit(offset)} + place from (
      select id, row_number() over (order by confirmed_at, id) as place from people where state = 'confirmed'
    ) as confirmed`.execute(trx)
  await countKeys(trx)
  const { waiting } = await trx
    .selectFrom('line')
    .select((row) => row.fn.countAll<number | string>().as('waiting'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('line_head')
    .values({
      id: 1,
      next_order: Number(waiting) + 1,
      waiting: Number(waiting),
      version: 1,
      per_friend: terms.perFriend,
      cap: terms.cap,
      key_offset: offset,
      begun_at: now,
      checked_at: null,
    })
    .execute()
  await noteRule(trx, terms, now)
}

/** While nobody waits, the rule follows the campaign. */
async function keepRule(
  store: Store,
  { per_friend, cap }: LineHeadTable,
  { perFriend, cap: wantedCap }: LineTerms,
  now: number,
) {
  if (per_friend === perFriend && cap === wantedCap) return
  const changed = await store.transact(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('line_head')
      .set({
        per_friend: perFriend,
        cap: wantedCap,
        key_offset: offsetFor({ perFriend, cap: wantedCap }),
      })
      .where('waiting', '=', 0)
      .where((row) => row.not(row.exists(row.selectFrom('line_away').select('person_id'))))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await noteRule(trx, { perFriend, cap: wantedCap }, now)
    return numUpdatedRows > 0n
  })
  if (!changed)
    throw new StartRefused(
      `People stand in line by the rule of ${per_friend} for each of ${cap} friends, and the campaign says ${perFriend} and ${wantedCap} (src/campaign/line.ts). Set it back, or change the rule for everybody: npm run line -- rules --per-friend ${perFriend} --cap ${wantedCap} --yes`,
    )
}

/** LINE-1: the rules page names the dates of changes. */
export const noteRule = (
  trx: Transaction<Schema>,
  { perFriend, cap }: Pick<LineTerms, 'perFriend' | 'cap'>,
  now: number,
) =>
  trx
    .insertInto('line_rules')
    .values({ at: now, per_friend: perFriend, cap })
    .onConflict((same) => same.column('at').doUpdateSet({ per_friend: perFriend, cap }))
    .execute()
