import { expect, test } from 'vitest'
import { consents } from '#campaign'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { freshStore, storeEngines, type FreshStore } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { resultFor } from '#test/quiz-taker.ts'
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
