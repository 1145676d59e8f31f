import { createClient, FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { recordFor, resultFor } from '#test/quiz-taker.ts'

const anonKey = 'public-key-of-this-list'

describe.each(engines)('the public supabase-js client, unchanged, on %s', async (engine) => {
  const app = await startApp({ engine, env: { ANON_KEY: anonKey } })
  afterAll(() => app.close())
  const client = createClient(app.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const results = () => client.from('quiz_results')
  const saved = async () =>
    (await app.server().store.db.selectFrom('quiz_results').select('id').execute()).length
  const sequences = () =>
    app
      .server()
      .store.db.selectFrom('sequences')
      .select(['quizResultId', 'performance_type', 'state'])
      .execute()

  test('[CALL-2] [QUIZ-6] inserts, and reads back the single row that was saved', async () => {
    const { data, error, status, count } = await results()
      .insert(recordFor('sanne@example.com', 'energy'))
      .select()
      .single()
    expect([error, status, count]).toEqual([null, 201, null])
    expect(data).toEqual({
      ...recordFor('sanne@example.com', 'energy'),
      id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
    })
  })

  test('[CALL-2] supports an array of one, chosen columns, maybeSingle, a count, and no returned row', async () => {
    const record = recordFor('daan@example.com')
    expect((await results().insert([record]).select('id, email')).data).toEqual([
      { id: expect.any(String), email: 'daan@example.com' },
    ])
    expect((await results().insert(record).select('type:performance_type').single()).data).toEqual({
      type: 'focus',
    })
    expect((await results().insert(record).select('primary_score').maybeSingle()).data).toEqual({
      primary_score: 12,
    })
    expect(await results().insert(record, { count: 'exact' }).select('email')).toMatchObject({
      count: 1,
      data: [{ email: 'daan@example.com' }],
    })
    expect(await results().insert(record)).toMatchObject({
      data: null,
      error: null,
      status: 201,
      count: null,
    })
    expect(
      await results().insert([record], { defaultToNull: false, count: 'exact' }),
    ).toMatchObject({ data: null, error: null, status: 201, count: 1 })
  })

  test('[CALL-2] without a key each insert is a row', async () => {
    const before = await saved()
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await results().insert(recordFor('lotte@example.com')).select('id').single()).data!
            .id as string,
      ),
    )
    expect([new Set(ids).size, (await saved()) - before]).toEqual([3, 3])
  })

  test('[CALL-2] two rows in one request are refused, and neither is saved', async () => {
    const before = await saved()
    const two = [recordFor('a@example.com'), recordFor('b@example.com')]
    expect(await results().insert(two).select()).toMatchObject({
      status: 400,
      data: null,
      error: { code: 'P0001', details: 'The body holds 2 rows.' },
    })
    expect(await results().insert(two).select().single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    })
    expect(await saved()).toBe(before)
  })

  test('[CALL-4] errors reach the caller as they were answered', async () => {
    const record = recordFor('noor@example.com')
    const errorOf = async (row: object) => {
      const { status, data, error } = await results().insert(row).select().single()
      return [status, data, error?.code]
    }
    expect(await errorOf({ ...record, nickname: 'N' })).toEqual([400, null, 'PGRST204'])
    expect(await errorOf({ ...record, primary_score: 11 })).toEqual([400, null, '23514'])
    expect(await errorOf({ ...record, email: 'noor' })).toEqual([400, null, '23514'])
    expect(await errorOf({ ...record, email: null })).toEqual([400, null, '23502'])
    const { error } = await results()
      .insert({ ...record, performance_type: 'energy' })
      .select()
      .single()
    expect(error).toMatchObject({
      code: '23514',
      message:
        'new row for relation "quiz_results" violates check constraint "quiz_results_performance_type_check"',
      details: 'The performance type does not follow from the scores and answers.',
      hint: null,
    })
  })

  test('[CALL-4] reads, updates, deletes and upserts are refused: 401, 42501, no row', async () => {
    const row = recordFor('sanne@example.com')
    const refused = {
      status: 401,
      data: null,
      error: { code: '42501', message: 'permission denied for table quiz_results' },
    }
    for (const call of [
      () => results().select(),
      () => results().select('id').eq('email', 'sanne@example.com').maybeSingle(),
      () => results().update({ primary_score: 4 }).eq('primary_score', 12).select(),
      () => results().delete().neq('email', '').select(),
      () => results().upsert(row).select(),
      () => results().upsert(row, { onConflict: 'id' }),
    ])
      expect(await call()).toMatchObject(refused)
    expect(await results().select('*', { count: 'exact', head: true })).toMatchObject({
      status: 401,
      count: null,
      data: null,
    })
  })

  test('[CALL-6] other tables and functions are not there', async () => {
    expect(await client.from('people').select()).toMatchObject({
      status: 404,
      error: { code: 'PGRST205' },
    })
    expect(await client.rpc('anything')).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    const { data, error } = await client.functions.invoke('other', { body: {} })
    expect([data, error instanceof FunctionsHttpError, error.context.status]).toEqual([
      null,
      true,
      404,
    ])
  })

  test('[CALL-5] [CALL-4] another key is refused with the error of the API', async () => {
    const stranger = createClient(app.url, 'other', {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    expect(await stranger.from('quiz_results').insert(recordFor('a@example.com'))).toMatchObject({
      status: 401,
      error: { code: 'PGRST301' },
    })
    expect(
      (await stranger.functions.invoke('trigger-email-sequence', { body: {} })).error.context
        .status,
    ).toBe(401)
  })

  test('[CALL-1] [CALL-3] invokes the functions; the sequence starts once, with the type of the row', async () => {
    expect(
      await client.functions.invoke('send-welcome-email', {
        body: { email: 'milan@example.com', firstName: 'milan' },
      }),
    ).toMatchObject({ data: { ok: true }, error: null })
    const {
      data: { id },
    } = (await results()
      .insert(recordFor('milan@example.com', 'stress'))
      .select('id')
      .single()) as { data: { id: string } }
    const body = {
      email: 'milan@example.com',
      performance_type: 'motivation',
      quiz_result_id: id,
      result_data: { title: '<script>', description: '', recommendation: '' },
    }
    for (const _ of [1, 2])
      expect(await client.functions.invoke('trigger-email-sequence', { body })).toMatchObject({
        data: { ok: true },
        error: null,
      })
    expect((await sequences()).filter((sequence) => sequence.quizResultId === id)).toEqual([
      { quizResultId: id, performance_type: 'stress', state: 'active' },
    ])
  })

  test("[CALL-3] an unknown result and another's address are answered alike, and start nothing", async () => {
    const {
      data: { id },
    } = (await results().insert(recordFor('finn@example.com')).select('id').single()) as {
      data: { id: string }
    }
    const before = await sequences()
    for (const [email, quiz_result_id] of [
      ['sanne@example.com', id],
      ['finn@example.com', crypto.randomUUID()],
      ['no address', id],
      ['finn@example.com', "' or 1=1 --"],
    ])
      expect(
        (
          await client.functions.invoke('trigger-email-sequence', {
            body: {
              email,
              performance_type: 'focus',
              quiz_result_id,
              result_data: resultFor('focus').result_data,
            },
          })
        ).data,
      ).toEqual({ ok: true })
    expect(await sequences()).toEqual(before)
  })

  test('[CALL-4] a refusal of the function is a FunctionsHttpError with {error}', async () => {
    const { error } = await client.functions.invoke('trigger-email-sequence', {
      body: { email: 'milan@example.com' },
    })
    expect([
      error instanceof FunctionsHttpError,
      error.context.status,
      Object.keys(await error.context.json()),
    ]).toEqual([true, 400, ['error']])
  })
})
