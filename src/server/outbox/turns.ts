import { sql, type Kysely, type Transaction } from 'kysely'
import { castRows, insertRows, statement } from '#server/db/rows.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * What a due mail waits for (`outbox.waits`): its turn; its time, after which it gets a turn;
 * its recipient's domain (waiting-domains.ts), where it has a turn too; or its letter, where it has a
 * turn among the letter's mails to the same provider (large-providers.ts). A row that leaves the state `due` is set to wait for its time, so that it gets a new turn when it returns.
 */
export const waitsFor = {
  turn: '',
  time: 'time',
  domain: (domain: string) => `@${domain}`,
  letter: (letterId: string, provider: string) => `#${letterId} ${provider}`,
} as const

/** Written as in the indexes: SQLite uses no partial index for a state that is a parameter. */
export const isDue = sql<boolean>`outbox.state = 'due'`

/** Mails that wait for their time. Written as in the index, as `isDue` is. */
export const waitsForTime = sql<boolean>`outbox.waits = 'time'`

/** Mails that wait for any domain. */
export const waitsForDomain = sql<boolean>`(outbox.waits >= '@' and outbox.waits < 'A')`

export type Entering = Pick<OutboxTable, 'waits' | 'priority' | 'requester'>

/**
 * The turns of mails that start to wait, in the order given. Requesters are served in rounds, one
 * mail each: the first mail of a requester joins the next round, and each further one a round
 * later. So a mail waits for at most two mails of every other requester, however many those have
 * queued.
 *
 * `own` tests `state` as only outbox_by_requester does: a Postgres whose statistics are older than a
 * spike of sign-ups would read all rows in turn by outbox_by_turn.
 */
export async function turnsFor(db: Kysely<Schema>, mails: readonly Entering[]): Promise<number[]> {
  const keyOf = ({ waits, priority, requester }: Entering) => `${priority} ${waits} ${requester}`
  const distinct = new Map(
    mails.map(({ waits, priority, requester }) => [
      keyOf({ waits, priority, requester }),
      { waits, priority, requester },
    ]),
  )
  const rows = await insertRows(db, 'turns of mails', [...distinct.values()], (values) =>
    statement(
      db,
      sql<Entering & { first: number | null; own: number | null }>`
    select entry.column1 as waits, entry.column2 as priority, entry.column3 as requester,
      (select turn from outbox where ${isDue} and waits = entry.column1 and priority = entry.column2 order by turn limit 1) as first,
      (select turn from outbox where outbox.state || '' = 'due' and waits = entry.column1 and priority = entry.column2 and requester = entry.column3 order by turn desc limit 1) as own
    from ${castRows(values, 'text', 'bigint', 'text')} as entry`,
    ),
  )
  const last = new Map(rows.map((row) => [keyOf(row), Math.max(row.first ?? 0, row.own ?? 0)]))
  return mails.map((mail) => {
    const turn = last.get(keyOf(mail))! + 1
    last.set(keyOf(mail), turn)
    return turn
  })
}

/** Sets what each mail waits for and its turn, in few statements. */
export async function enterTurns(
  trx: Transaction<Schema>,
  mails: readonly (Entering & { id: string })[],
): Promise<void> {
  const turns = await turnsFor(trx, mails)
  const rows = mails.map(({ id, waits }, index) => ({ id, waits, turn: turns[index]! }))
  await insertRows(trx, 'enter turns', rows, (values) =>
    statement(
      trx,
      sql`
    update outbox set waits = entering.column2, turn = entering.column3
    from ${castRows(values, 'text', 'text', 'bigint')} as entering
    where outbox.id = entering.column1`,
    ),
  )
}
