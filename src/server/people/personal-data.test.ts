import { expect, test } from 'vitest'
import { personalColumns } from '#contract/people/personal-data.ts'
import { tablesOf } from '#server/db/move.ts'
import { freshStore } from '#test/fresh-store.ts'
import { internalColumns } from './personal-data.ts'

test('every column of people is declared as personal data or as internal', async () => {
  const { db } = await freshStore('sqlite')
  const columns = (await tablesOf(db)).find(({ name }) => name === 'people')!.columns
  const declared = [...internalColumns, ...personalColumns.map(({ column }) => column)]
  expect([...columns].sort()).toEqual(declared.sort())
})
