import { expect, test } from 'vitest'
import { consents } from '#campaign'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { freshStore, storeEngines, type FreshStore } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { keepTypes } from './kept-types.ts'
import { storeResult } from './save-result.ts'

const save = (store: FreshStore, email: string, type: PerformanceType, now: number) =>
  store.transact((trx) =>
    storeResult(
      trx,
      {
        email,
        key: null,
        result: resultFor(type),
        consent: consents[0],
        charges: null,
        source: '',
      },
      'double',
      now,
    ),
  )

const typesIn = async ({ db }: FreshStore) =>
  Object.fromEntries(
    (await db.selectFrom('people').select(['email', 'quizType']).execute()).map((row) => [
      row.email,
      row.quizType,
    ]),
  )

test.each(storeEngines)(
  '[DASH-4] on %s a person has the type of their last quiz result',
  async (engine) => {
    const store = await freshStore(engine)
    await save(store, 'sanne@example.com', 'focus', noon)
    await save(store, 'sanne@example.com', 'stress', noon + 1)
    await save(store, 'daan@example.com', 'energy', noon)
    expect(await typesIn(store)).toEqual({
      'sanne@example.com': 'stress',
      'daan@example.com': 'energy',
    })
  },
)

test.each(storeEngines)(
  '[BRAND-6] on %s a person whose type the campaign no longer has has that of an earlier result, or none, until the type is back',
  async (engine) => {
    const store = await freshStore(engine)
    await keepTypes(store, ['focus', 'energy', 'stress', 'motivation'])
    await save(store, 'sanne@example.com', 'focus', noon)
    await save(store, 'sanne@example.com', 'stress', noon + 1)
    await save(store, 'daan@example.com', 'stress', noon)
    await keepTypes(store, ['focus', 'energy'])
    const without = { 'sanne@example.com': 'focus', 'daan@example.com': '' }
    expect(await typesIn(store)).toEqual(without)
    await keepTypes(store, ['focus', 'energy'])
    expect(await typesIn(store)).toEqual(without)
    await keepTypes(store, [])
    expect(await typesIn(store)).toEqual({ 'sanne@example.com': '', 'daan@example.com': '' })
    await keepTypes(store, ['stress'])
    expect(await typesIn(store)).toEqual({
      'sanne@example.com': 'stress',
      'daan@example.com': 'stress',
    })
  },
)
