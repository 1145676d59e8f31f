import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { linePeople } from '#test/line-people.ts'

test.each(storeEngines)(
  '[LINE-1] the counts of places follow every statement that changes the line, on %s',
  async (engine) => {
    const { db } = await freshStore(engine).then(async (store) => {
      const people = await linePeople(store)
      for (const name of ['mila', 'finn', 'noor', 'zoe']) await people.enters(`${name}@example.com`)
      return store
    })
    /** How many people are counted in each bucket of each level, and how many wait. */
    const counted = async () => {
      const rows = await db.selectFrom('line_counts').selectAll().where('n', '<>', 0).execute()
      const keys = await sql<{ level: number; bucket: number; n: number }>`
        select 1 as level, key / 128 as bucket, count(*) as n from line where key is not null group by 2
        union all select 2, key / 16384, count(*) from line where key is not null group by 2`.execute(
        db,
      )
      const texts = (all: readonly object[]) => all.map((row) => JSON.stringify(row)).sort()
      expect(texts(rows)).toEqual(texts(keys.rows))
      return rows.filter(({ level }) => level === 2).reduce((sum, { n }) => sum + n, 0)
    }
    expect(await counted()).toBe(4)
    await db
      .updateTable('line')
      .set(({ ref }) => ({ key: sql`${ref('key')} + 200000` }))
      .execute()
    expect(await counted()).toBe(4)
    await sql`update line set state = 'invited', key = null where "order" <= 2`.execute(db)
    expect(await counted()).toBe(2)
    await sql`update line set state = 'waiting', key = "order" where "order" = 1`.execute(db)
    expect(await counted()).toBe(3)
    await sql`update line set name = 'Mila'`.execute(db)
    expect(await counted()).toBe(3)
    await db.deleteFrom('line').where('order', '>=', 3).execute()
    expect(await counted()).toBe(1)
    await db.deleteFrom('line').execute()
    expect(await counted()).toBe(0)
  },
)

test.each(storeEngines)(
  '[LINE-1] a row of the line has a key while its person waits, and a number until they are gone, on %s',
  async (engine) => {
    const store = await freshStore(engine)
    await (await linePeople(store)).enters('mila@example.com')
    const sets = (text: string) => sql.raw(`update line set ${text}`).execute(store.db)
    await expect(sets('key = null')).rejects.toThrow(/check/i)
    await expect(sets("state = 'left'")).rejects.toThrow(/check/i)
    await expect(sets('"order" = null')).rejects.toThrow(/check/i)
    await sets('state = \'gone\', key = null, "order" = null')
  },
)
