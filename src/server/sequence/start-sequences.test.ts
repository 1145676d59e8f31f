import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '#test/fresh-store.ts'
import { resultFor } from '#test/quiz-taker.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { sequence } from '#campaigns/fuel/sequence.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { storeResult } from '#server/quiz/save-result.ts'
import { startRequested, startMissed } from './start-sequences.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const minuteMs = 60_000
const consent = { version: '2026-11', text: 'By joining you agree. Privacy', link: 'Privacy' }

describe.each(engines)('the sequence of a quiz result on %s', async (engine) => {
  const store = await freshStore(engine)
  const save = async (email: string, type: PerformanceType = 'focus', now = noon) => {
    const saved = await store.transact((trx) =>
      storeResult(
        trx,
        { email, key: null, result: resultFor(type), source: '', consent, charges: null },
        'double',
        now,
      ),
    )
    return saved.outcome === 'saved' ? saved.row.id : ''
  }
  const start = (quizResultId: string, email: string, now = noon) =>
    store.transact((trx) =>
      startRequested(trx, engine, sequence, { email, quizResultId, charges: null }, now),
    )
  const personId = async (email: string) =>
    (
      await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  const kept = async (email: string) =>
    (
      await store.db
        .selectFrom('sequences')
        .selectAll()
        .where('personId', '=', await personId(email))
        .orderBy('startedAt')
        .execute()
    ).map(
      ({ performance_type, state, startedAt }) =>
        `${performance_type} ${state} ${(startedAt - noon) / minuteMs}`,
    )

  test('[CALL-3] starts once, with the type that was saved', async () => {
    const id = await save('sanne@example.com', 'energy')
    await start(id, 'sanne@example.com')
    await start(id, 'sanne@example.com', noon + minuteMs)
    expect(await kept('sanne@example.com')).toEqual(['energy active 0'])
  })

  test('[CALL-3] does not start for another address, nor for a result that is not there', async () => {
    const id = await save('daan@example.com')
    await start(id, 'sanne@example.com')
    await start('00000000-0000-4000-8000-000000000000', 'daan@example.com')
    await start('', '')
    expect(await kept('daan@example.com')).toEqual([])
  })

  test('[CALL-3] of a newer result replaces the older one, in any order of requests', async () => {
    const [first, second, third] = [
      await save('lotte@example.com', 'focus'),
      await save('lotte@example.com', 'energy', noon + 1),
      await save('lotte@example.com', 'stress', noon + 2),
    ]
    await start(first, 'lotte@example.com')
    await start(third, 'lotte@example.com', noon + minuteMs)
    await start(second, 'lotte@example.com', noon + 2 * minuteMs)
    expect(await kept('lotte@example.com')).toEqual([
      'focus replaced 0',
      'stress active 1',
      'energy replaced 2',
    ])
  })

  test('[QUIZ-9] that was not requested is started by the server after ten minutes, once', async () => {
    for (let n = 0; n < 250; n++) await save(`missed${n}@example.com`)
    await save('milan@example.com')
    await startMissed(store, sequence, noon + 10 * minuteMs - 1)
    expect(await kept('milan@example.com')).toEqual([])
    await Promise.all([
      startMissed(store, sequence, noon + 10 * minuteMs),
      startMissed(store, sequence, noon + 10 * minuteMs),
    ])
    await startMissed(store, sequence, noon + 11 * minuteMs)
    expect(await kept('milan@example.com')).toEqual(['focus active 10'])
    expect(
      await store.db
        .selectFrom('quiz_results')
        .select('id')
        .where('sequenceDueAt', 'is not', null)
        .execute(),
    ).toEqual([])
  })

  test('stops when the person leaves, and starts again with a later result', async () => {
    await start(await save('noor@example.com'), 'noor@example.com')
    const noor = await personId('noor@example.com')
    await store.transact((trx) => leave(trx, noor, noon + minuteMs))
    expect(await kept('noor@example.com')).toEqual(['focus stopped 0'])
    await start(
      await save('noor@example.com', 'energy', noon + 2 * minuteMs),
      'noor@example.com',
      noon + 2 * minuteMs,
    )
    await store.transact((trx) => confirmPerson(trx, noor, noon + 3 * minuteMs))
    expect(await kept('noor@example.com')).toEqual(['focus stopped 0', 'energy active 2'])
  })

  test('of a person who left after the quiz, or is silenced, is stopped from the start', async () => {
    for (const state of ['unsubscribed', 'suppressed', 'bounced', 'complained'] as const) {
      const id = await save(`${state}@example.com`)
      await store.db
        .updateTable('people')
        .set({ state, leftAt: noon + 1 })
        .where('email', '=', `${state}@example.com`)
        .execute()
      await start(id, `${state}@example.com`, noon + minuteMs)
      expect(await kept(`${state}@example.com`)).toEqual(['focus stopped 1'])
    }
  })

  test('100 calls at once for two results of one person leave one active', async () => {
    const ids = [
      await save('race@example.com', 'focus'),
      await save('race@example.com', 'energy', noon + 1),
    ]
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => start(ids[(n >> 1) % 2]!, 'race@example.com')),
    )
    expect((await kept('race@example.com')).sort()).toEqual(['energy active 0', 'focus replaced 0'])
  })
})
