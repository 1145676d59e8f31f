import { sql } from 'kysely'
import { lockedForChange } from '#server/db/lock-people.ts'
import type { Db, Store } from '#server/db/store.ts'
import { enterLine, eraseFromLine, leaveLine } from './change-line.ts'
import { openLine } from './line-head.ts'
import type { Recount, RecountOptions, RecountPart } from './recount-part.ts'

const pageSize = 2_000

type Table = 'line' | 'line_away' | 'line_links' | 'people'
type Found = { id: string; state: string | null }

/** Compares the people in the line with the people on the list. */
export const recountPeople: RecountPart = async (store, options) => {
  const found = { notConfirmed: 0, withoutPlace: 0, erased: 0 }
  for (const table of ['line', 'line_away', 'line_links', 'people'] as const)
    await inPages(store.db, table, options, async (from, to) => {
      for (const person of await wrongPeople(store.db, table, from, to)) {
        found[kindOf(person)]++
        if (options.repair) await repairPerson(store, person.id, options.now)
      }
    })
  return found
}

const kindOf = ({
  state,
}: Found): keyof Pick<Recount, 'notConfirmed' | 'withoutPlace' | 'erased'> =>
  state === null ? 'erased' : state === 'confirmed' ? 'withoutPlace' : 'notConfirmed'

async function wrongPeople(db: Db, table: Table, from: string, to: string): Promise<Found[]> {
  const { rows } =
    await sql<Found>`${wrongIn[table]} > ${from} and ${sql.ref(columnOf(table))} <= ${to}
    order by ${sql.ref(columnOf(table))}`.execute(db)
  return rows
}

const columnOf = (table: Table) => (table === 'people' ? 'people.id' : `${table}.personId`)

/** Each ends with the column of the page's range. */
const wrongIn: Record<Table, ReturnType<typeof sql>> = {
  line: sql`select "personId" as id, state from line left join people on people.id = "personId"
    where coalesce(state, '') <> 'confirmed' and line."personId"`,
  line_away: sql`select "personId" as id, state from line_away left join people on people.id = "personId"
    where (state is null or (why = 'invited' and state <> 'confirmed')) and line_away."personId"`,
  line_links: sql`select "personId" as id, state from line_links left join people on people.id = "personId"
    where people.id is null and line_links."personId"`,
  people: sql`select people.id, state from people
    left join line on line."personId" = people.id left join line_away on line_away."personId" = people.id
    where state = 'confirmed' and line."personId" is null and coalesce(why, 'left') = 'left' and people.id`,
}

/** Looks again with the person locked: a confirmation or a leaving may have been quicker. */
const repairPerson = (store: Store, id: string, now: number): Promise<void> =>
  store.transact(async (trx) => {
    const person = await lockedForChange(
      trx,
      trx.selectFrom('people').select('state').where('id', '=', id),
    ).executeTakeFirst()
    if (!person) return eraseFromLine(trx, id, now)
    if (person.state !== 'confirmed') return leaveLine(trx, id, now)
    const place = await trx
      .selectFrom('line')
      .select('order')
      .where('personId', '=', id)
      .executeTakeFirst()
    if (!place) enterLine(trx, [{ id, returns: true }], now)
  })

/** Numbers of friends against credits, of people in line and away. */
export const recountFriends: RecountPart = async (store, options) => {
  let friends = 0
  for (const table of ['line', 'line_away'] as const)
    await inPages(store.db, table, options, async (from, to) => {
      const wrong = await wrongFriends(store.db, table, from, to)
      friends += wrong.length
      if (options.repair && wrong.length > 0) await repairFriends(store, table, from, to)
    })
  return { friends }
}

type WrongFriends = { personId: string; counted: number }

async function wrongFriends(
  db: Db,
  table: 'line' | 'line_away',
  from: string,
  to: string,
): Promise<WrongFriends[]> {
  const { rows } = await sql<WrongFriends>`
    select "personId", count("friendId") as counted
    from ${sql.table(table)} left join credits on "ownerId" = "personId" and credits.state in ('counted', 'place-only')
    where "personId" > ${from} and "personId" <= ${to}
    group by "personId", friends having friends <> count("friendId")`.execute(db)
  return rows
}

const repairFriends = (
  store: Store,
  table: 'line' | 'line_away',
  from: string,
  to: string,
): Promise<void> =>
  store.transact(async (trx) => {
    const line = await openLine(trx)
    if (!line) return
    for (const { personId: id, counted } of await wrongFriends(trx, table, from, to)) {
      if (table === 'line_away') {
        await trx
          .updateTable('line_away')
          .set({ friends: counted })
          .where('personId', '=', id)
          .execute()
        continue
      }
      const row = await trx
        .selectFrom('line')
        .selectAll()
        .where('personId', '=', id)
        .executeTakeFirstOrThrow()
      await line.setFriends(row, counted)
    }
    await line.storeCounts()
  })

/** Calls `work` with ranges of ids: after `from` until `to`. A rest follows each, for visitors. */
async function inPages(
  db: Db,
  table: Table,
  { stopping = () => false }: RecountOptions,
  work: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const id = sql.ref(columnOf(table))
  for (let from = ''; !stopping();) {
    const { rows } = await sql<{ last: string | null }>`
      select max(id) as last from (
        select ${id} as id from ${sql.table(table)} where ${id} > ${from} order by ${id} limit ${sql.lit(pageSize)}
      ) as page`.execute(db)
    const to = rows[0]?.last
    if (!to) return
    await work(from, to)
    from = to
    await rest()
  }
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 5))
