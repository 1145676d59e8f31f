import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { countInserted, insertRows } from './rows.ts'
import type { BudgetsTable } from './schema.ts'

describe.each(storeEngines)('many rows at once on %s', async (engine) => {
  const store = await freshStore(engine)
  const insert = (rows: BudgetsTable[]) =>
    store.transact((trx) =>
      insertRows(trx, 'test rows', rows, (values) =>
        trx
          .insertInto('budgets')
          .values(values as BudgetsTable[])
          .returning(['key', 'tat']),
      ),
    )

  test.each([0, 1, 3, 4, 63, 64, 65, 200])(
    '%i rows are stored unchanged and returned',
    async (count) => {
      const rows = Array.from({ length: count }, (_, n) => ({ key: `${count}-${n}`, tat: n }))
      expect(await insert(rows)).toEqual(rows)
      expect(
        await store.db
          .selectFrom('budgets')
          .selectAll()
          .where('key', 'like', `${count}-%`)
          .execute(),
      ).toHaveLength(count)
    },
  )

  test('a second call of the same size stores its own values', async () => {
    await insert([{ key: 'first', tat: 1 }])
    expect(await insert([{ key: 'second', tat: 2 }])).toEqual([{ key: 'second', tat: 2 }])
  })
  test.each([1, 65])(
    'of %i rows and one that is there, the new ones are counted',
    async (count) => {
      const rows = Array.from({ length: count }, (_, n) => ({ key: `new ${count}-${n}`, tat: n }))
      await insert([{ key: `there ${count}`, tat: 0 }])
      const added = await store.transact((trx) =>
        countInserted(
          trx,
          'count test rows',
          [...rows, { key: `there ${count}`, tat: 1 }],
          (values) =>
            trx
              .insertInto('budgets')
              .values(values as BudgetsTable[])
              .onConflict((same) => same.doNothing()),
        ),
      )
      expect(added).toBe(count)
    },
  )
})
