import { describe, expect, test } from 'vitest'
import { consentWording } from '#contract/campaign/consents.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { forget } from '#server/ops/retention.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { storeResult, type SaveOutcome, type SaveRequest } from './save-result.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const dayMs = 24 * 3_600_000
const consent = { version: '2026-11', text: 'By joining you agree. Privacy', link: 'Privacy' }
const key = 'a'.repeat(22)
const save = (
  email: string,
  change: Partial<SaveRequest> & { type?: PerformanceType } = {},
): SaveRequest => ({
  email,
  key: null,
  result: resultFor(change.type ?? 'focus'),
  source: '',
  consent,
  charges: null,
  ...change,
})

describe.each(engines)('saving a quiz result on %s', async (engine) => {
  const store = await freshStore(engine)
  const saveThem = async (
    saves: SaveRequest[],
    now = noon,
    optIn: 'double' | 'single' = 'double',
  ) => {
    const saved: SaveOutcome[] = []
    for (const one of saves)
      saved.push(await store.transact((trx) => storeResult(trx, one, optIn, now)))
    return saved
  }
  const person = (email: string) =>
    store.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const rows = (email: string) =>
    store.db
      .selectFrom('quiz_results')
      .innerJoin('people', 'people.id', 'personId')
      .selectAll('quiz_results')
      .where('email', '=', email)
      .execute()
  const mails = async (email: string) =>
    (
      await store.db
        .selectFrom('outbox')
        .select(['template', 'data'])
        .where('email', '=', email)
        .execute()
    )
      .map(({ template, data }) => `${template} ${data}`)
      .sort()

  test('[QUIZ-6] keeps the record, and enters the person with placement quiz, consent and one confirm mail that knows the type', async () => {
    const [saved] = await saveThem([
      save('sanne@example.com', { type: 'stress', source: 'podcast' }),
    ])
    const { result_data, scores, answers, ...result } = resultFor('stress')
    expect(saved).toEqual({
      outcome: 'saved',
      row: {
        ...resultFor('stress'),
        id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4/),
        createdAt: noon,
        email: 'sanne@example.com',
      },
    })
    expect(await rows('sanne@example.com')).toMatchObject([
      {
        ...result,
        scores: JSON.stringify(scores),
        answers: JSON.stringify(answers),
        result_data: JSON.stringify(result_data),
        sequenceDueAt: noon + 600_000,
      },
    ])
    const { id, ...entered } = await person('sanne@example.com')
    expect(entered).toMatchObject({ state: 'unconfirmed', placement: 'quiz', source: 'podcast' })
    expect(
      await store.db
        .selectFrom('consents')
        .select(['placement', 'wording'])
        .where('personId', '=', id)
        .execute(),
    ).toEqual([{ placement: 'quiz', wording: consentWording(consent) }])
    expect(await mails('sanne@example.com')).toEqual(['confirm {"quizType":"stress"}'])
  })

  test('[CALL-2] the same key gets the same row, at once and later, without another mail', async () => {
    const [first, second] = await saveThem([
      save('daan@example.com', { key }),
      save('daan@example.com', { key }),
    ])
    const [later] = await saveThem([save('daan@example.com', { key })], noon + 2 * dayMs)
    expect([second, later]).toEqual([first, first])
    expect([
      (await rows('daan@example.com')).length,
      (await mails('daan@example.com')).length,
    ]).toEqual([1, 1])
  })

  test('[CALL-2] the same key with another result, or another address, saves nothing', async () => {
    await saveThem([save('lotte@example.com', { key: 'b'.repeat(22) })])
    const others = await saveThem([
      save('lotte@example.com', { key: 'b'.repeat(22), type: 'energy' }),
      save('milan@example.com', { key: 'b'.repeat(22) }),
    ])
    expect(others).toEqual([{ outcome: 'other-body' }, { outcome: 'other-body' }])
    expect(
      await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', 'milan@example.com')
        .execute(),
    ).toEqual([])
  })

  test('[CALL-2] one key in 40 requests at once is one row, and every caller gets it', async () => {
    for (let round = 0; round < 10; round++) {
      const mine = save(`two${round}@example.com`, { key: `${round}`.repeat(22) })
      const answers = (await Promise.all(Array.from({ length: 40 }, () => saveThem([mine])))).flat()
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect([(await rows(mine.email)).length, (await mails(mine.email)).length]).toEqual([1, 1])
    }
  })

  test('[CALL-2] without a key each is a row; a second within a day queues no second mail', async () => {
    await saveThem([save('noor@example.com'), save('noor@example.com')])
    await saveThem([save('noor@example.com', { type: 'energy' })], noon + dayMs - 1)
    expect([(await rows('noor@example.com')).length, await mails('noor@example.com')]).toEqual([
      3,
      ['confirm {"quizType":"focus"}'],
    ])
  })

  test("a listed person gets no 'you are on the list'", async () => {
    await saveThem([save('listed@example.com')])
    const { id } = await person('listed@example.com')
    await store.transact((trx) => confirmPerson(trx, id, noon))
    await saveThem([save('listed@example.com')], noon + 2 * dayMs)
    expect((await mails('listed@example.com')).map((mail) => mail.split(' ')[0])).toEqual([
      'confirm',
      'welcome',
    ])
  })

  test('[CALL-1] with single opt-in a new address gets the welcome mail at once, with the type of its result, and once', async () => {
    for (const now of [noon, noon + 2 * dayMs])
      await saveThem([save('single@example.com', { type: 'stress' })], now, 'single')
    expect([await mails('single@example.com'), (await person('single@example.com')).state]).toEqual(
      [['welcome {"quizType":"stress"}'], 'confirmed'],
    )
  })

  test.each(['suppressed', 'bounced', 'complained'] as const)(
    'a result of an address that is %s is saved like any other and queues no mail',
    async (state) => {
      await saveThem([save(`${state}@example.com`)])
      await store.db
        .updateTable('people')
        .set({ state, recentMails: '[]' })
        .where('email', '=', `${state}@example.com`)
        .execute()
      expect(await saveThem([save(`${state}@example.com`)], noon + 2 * dayMs)).toMatchObject([
        { outcome: 'saved' },
      ])
      expect((await mails(`${state}@example.com`)).length).toBe(1)
    },
  )

  test('a person who left comes back only by confirming again', async () => {
    await saveThem([save('left@example.com')])
    const { id } = await person('left@example.com')
    await store.transact((trx) => leave(trx, id, noon))
    await saveThem([save('left@example.com')], noon + dayMs)
    expect([
      (await person('left@example.com')).state,
      (await mails('left@example.com')).length,
    ]).toEqual(['unsubscribed', 2])
  })

  test('a save over the budget stores nothing; the one before it is stored', async () => {
    const charges = [{ key: 'tight quiz', budget: { atOnce: 1, everyMs: 60_000 } }]
    const answers = await saveThem([
      save('within@example.com', { charges }),
      save('over@example.com', { charges }),
    ])
    expect(answers).toEqual([
      expect.objectContaining({ outcome: 'saved' }),
      { outcome: 'over-budget', retryAfterMs: 60_000 },
    ])
    expect(await rows('over@example.com')).toEqual([])
  })

  test('the newest twenty results of a person stay, and the one of the active sequence', async () => {
    const [first] = await saveThem([save('many@example.com')])
    if (first?.outcome !== 'saved') throw new Error('not saved')
    const { id } = await person('many@example.com')
    await store.db
      .insertInto('sequences')
      .values({
        quizResultId: first.row.id,
        personId: id,
        performance_type: 'focus',
        state: 'active',
        startedAt: noon,
      })
      .execute()
    await saveThem([save('other@example.com')])
    for (let minute = 1; minute <= 24; minute++)
      await saveThem([save('many@example.com')], noon + minute * 60_000)
    const kept = (await rows('many@example.com'))
      .map(({ createdAt }) => (createdAt - noon) / 60_000)
      .sort((a, b) => a - b)
    expect(kept).toEqual([0, ...Array.from({ length: 20 }, (_, n) => n + 5)])
    expect(await rows('other@example.com')).toHaveLength(1)
  })

  test('a result is deleted with its person', async () => {
    await saveThem([save('forgotten@example.com')])
    const kept = async () =>
      (await store.db.selectFrom('quiz_results').select('id').execute()).length
    const before = await kept()
    await store.db.updateTable('outbox').set({ state: 'sent' }).execute()
    await forget({ store, secretKey: 'k'.repeat(32), now: noon + 30 * dayMs })
    expect(await kept()).toBeLessThan(before)
    expect(
      await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', 'forgotten@example.com')
        .execute(),
    ).toEqual([])
  })
})
