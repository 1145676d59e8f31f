import { afterAll, describe, expect, test } from 'vitest'
import { proofField, quizPaths } from '#contract/quiz/pages.ts'
import { encodeFormMeta } from '#contract/people/waitlist.ts'
import { formMetaHeader } from '#contract/api.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { startApp } from '#test/app.ts'
import { engines, testSecret } from '#test/fresh-store.ts'
import { resultFor, saveByCall, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { joinByCall, linkIn, seen, visitorMeta } from '#test/visitor.ts'
import { readPersonalData } from '#server/people/personal-data.ts'
import { kinds, forget } from '#server/ops/retention.ts'

const dayMs = 24 * 3_600_000

describe.each(engines)('results that nobody has proven to be theirs, on %s', async (engine) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ engine, env: { SECRET_KEY: testSecret }, now: () => clock })
  afterAll(() => app.close())
  const { store } = app.server()
  const { db } = store

  /** On the list, with a result of the type `focus` that was saved before the confirmation. */
  async function person(name: string) {
    const email = `${name}@example.com`
    await saveByCall(app.url, email, { type: 'focus' })
    const { text } = (await app.mailsTo(email))[0]!
    await press(linkIn(text, 'confirm'))
    await app.mailsTo(email, 2)
    const { id } = await db
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return { email, id, confirm: linkIn(text, 'confirm'), me: linkIn(text, 'me') }
  }
  const press = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    })
  const dataOf = async (id: string) => (await readPersonalData(db, id))!
  const typeOf = async (id: string) =>
    (
      await db
        .selectFrom('people')
        .select('quizType')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).quizType
  const asksOf = async (email: string) =>
    (
      await db
        .selectFrom('outbox')
        .select(['template'])
        .where('email', '=', email)
        .where('template', '=', 'result')
        .execute()
    ).length
  const types = (results: readonly { performance_type: PerformanceType }[] | undefined) =>
    results?.map(({ performance_type }) => performance_type)

  test('[QUIZ-9] a save of a confirmed address by anybody changes no type, result or step', async () => {
    const { email, id } = await person('sanne')
    const before = await dataOf(id)
    const saved = await savedId(await saveByCall(app.url, email, { type: 'stress' }))
    await triggerByCall(app.url, email, saved)
    const after = await dataOf(id)
    expect(after).toEqual({
      ...before,
      unconfirmedQuizResults: [expect.objectContaining({ performance_type: 'stress' })],
      mails: [...before.mails, expect.objectContaining({ template: 'result' })],
      links: expect.any(Array),
    })
    expect([await typeOf(id), types(after.quizResults)]).toEqual(['focus', ['focus']])
    expect(
      await db.selectFrom('sequences').selectAll().where('quizResultId', '=', saved).execute(),
    ).toEqual([])
  })

  test('[QUIZ-9] twenty saves of strangers leave three that wait, push out no result, and queue one mail', async () => {
    const { email, id } = await person('daan')
    for (let n = 0; n < 20; n++) {
      clock += 1_000
      await saveByCall(app.url, email, { type: n % 2 ? 'stress' : 'energy' })
    }
    const data = await dataOf(id)
    expect([
      types(data.quizResults),
      types(data.unconfirmedQuizResults),
      await asksOf(email),
    ]).toEqual([['focus'], ['stress', 'energy', 'stress'], 1])
  })

  test('[QUIZ-9] twenty-five saves of strangers push out no result of a person who left: three of them stay', async () => {
    const { email, id, me } = await person('tess')
    expect((await press(`${me}/leave`)).status).toBe(200)
    for (let n = 0; n < 25; n++) {
      clock += 1_000
      await saveByCall(app.url, email, { type: 'stress' })
    }
    expect(types((await dataOf(id)).quizResults)).toEqual(['focus', 'stress', 'stress', 'stress'])
  })

  test('[QUIZ-9] the mail has a link whose page asks, and whose button confirms that result and no other', async () => {
    const { email, id } = await person('noor')
    const asked = await savedId(await saveByCall(app.url, email, { type: 'stress' }))
    clock += 1_000
    await saveByCall(app.url, email, { type: 'energy' })
    const { text, subject } = (await app.mailsTo(email, 3)).at(-1)!
    const link = /https?:\S+\/me\/[\w-]+\/result\/[\w-]+/.exec(text)![0]
    expect([subject, link.endsWith(asked)]).toEqual(['Is this quiz result yours?', true])
    for (const page of [await fetch(link), await fetch(link)]) {
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Yes, this is my result')
    }
    expect(await typeOf(id)).toBe('focus')
    expect((await press(link, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    clock += 1_000
    expect(await (await press(link)).text()).toContain('It is yours.')
    const data = await dataOf(id)
    expect([await typeOf(id), types(data.quizResults), types(data.unconfirmedQuizResults)]).toEqual(
      ['stress', ['focus', 'stress'], ['energy']],
    )
    expect(await (await press(link)).text()).toContain('already')
    expect((await dataOf(id)).quizResults).toHaveLength(2)
  })

  test("[QUIZ-9] nobody confirms another person's result, and an unknown one is an unknown link", async () => {
    const [lotte, milan] = [await person('lotte'), await person('milan')]
    const asked = await savedId(await saveByCall(app.url, lotte.email, { type: 'stress' }))
    for (const url of [`${milan.me}/result/${asked}`, `${lotte.me}/result/none`])
      expect([(await press(url)).status, (await fetch(url)).status]).toEqual([404, 404])
    expect(await typeOf(lotte.id)).toBe('focus')
  })

  test('[QUIZ-9] the own page shows a waiting result as such, with its button', async () => {
    const { email, me } = await person('mila')
    const asked = await savedId(await saveByCall(app.url, email, { type: 'stress' }))
    const html = await (await fetch(me)).text()
    expect(html).toContain('not confirmed as yours')
    expect(html).toContain(`action="${new URL(me).pathname}/result/${asked}"`)
    expect((await (await fetch(`${me}/data.json`)).json()) as object).toMatchObject({
      quizResults: [{ performance_type: 'focus' }],
      unconfirmedQuizResults: [{ id: asked, performance_type: 'stress' }],
    })
  })

  test.each<[string, (one: Awaited<ReturnType<typeof person>>) => Promise<object>]>([
    [
      'the cookie of their device',
      async ({ me }) => {
        const set = (await press(`${me}/remember`)).headers.get('set-cookie')!
        return { headers: { cookie: set.split(';')[0]! } }
      },
    ],
    ['the token of their own page', async ({ me }) => ({ headers: withProof(me) })],
    ['the token of their confirm link', async ({ confirm }) => ({ headers: withProof(confirm) })],
  ])('[QUIZ-9] a save with %s counts at once', async (name, proofOf) => {
    const one = await person(`proves-${name.replaceAll(' ', '-')}`)
    clock += 1_000
    await saveByCall(app.url, one.email, { type: 'stress', ...(await proofOf(one)) })
    expect([await typeOf(one.id), (await dataOf(one.id)).unconfirmedQuizResults]).toEqual([
      'stress',
      undefined,
    ])
    expect(await asksOf(one.email)).toBe(0)
  })
  const withProof = (link: string) => ({
    [formMetaHeader]: `${encodeFormMeta({ ...visitorMeta, placement: 'quiz' })}&${proofField}=${link.split('/').at(-1)}`,
  })

  test("[QUIZ-9] another person's cookie or token proves nothing", async () => {
    const [lars, eva] = [await person('lars'), await person('eva')]
    const set = (await press(`${eva.me}/remember`)).headers.get('set-cookie')!
    await saveByCall(app.url, lars.email, {
      type: 'stress',
      headers: { cookie: set.split(';')[0]!, ...withProof(eva.me) },
    })
    expect(await typeOf(lars.id)).toBe('focus')
  })

  test('[QUIZ-9] the quiz without script that was opened from the own page or the confirm page counts at once', async () => {
    for (const kind of ['me', 'confirm'] as const) {
      const one = await person(`opens-${kind}`)
      clock += 1_000
      const first = await fetch(`${app.url}/quiz/1`, { headers: { referer: one[kind] } })
      const proof = /name="proof" value="([\w-]{43})"/.exec(await first.text())?.[1]
      expect(one[kind].endsWith(proof!)).toBe(true)
      const answers = resultFor('stress').answers
      const shown = await fetch(
        `${app.url}${quizPaths.result}?${new URLSearchParams({ ...answers, proof: proof! }).toString()}`,
      )
      expect(await shown.text()).toContain(`name="proof" value="${proof}"`)
      await fetch(app.url + quizPaths.save, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({
          ...answers,
          proof: proof!,
          key: 'k'.repeat(22),
          email: one.email,
          placement: 'quiz',
          consent_version: '2026-11-nl',
        }),
      })
      expect([kind, await typeOf(one.id)]).toEqual([kind, 'stress'])
    }
  })

  test('[QUIZ-9] a result is saved as before while the address is not confirmed', async () => {
    await joinByCall(app.url, 'new@example.com')
    await saveByCall(app.url, 'new@example.com', { type: 'energy' })
    const { id } = await db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'new@example.com')
      .executeTakeFirstOrThrow()
    expect([await typeOf(id), await asksOf('new@example.com')]).toEqual(['energy', 0])
  })

  test('[QUIZ-9] a key that is sent again gets its row again, and with other answers the same conflict as for any address', async () => {
    const { email } = await person('keys')
    const key = 'a'.repeat(22)
    const [first, again, other] = [
      await saveByCall(app.url, email, { type: 'stress', key }),
      await saveByCall(app.url, email, { type: 'stress', key }),
      await saveByCall(app.url, email, { type: 'energy', key }),
    ]
    expect(await seen(again)).toEqual(await seen(first))
    const unknown = 'unknown@example.com'
    const key2 = 'b'.repeat(22)
    await saveByCall(app.url, unknown, { type: 'stress', key: key2 })
    expect(await seen(other)).toEqual(
      await seen(await saveByCall(app.url, unknown, { type: 'energy', key: key2 })),
    )
  })

  test('[QUIZ-9] a waiting result is deleted after seven days, and at once with its person', async () => {
    const [tess, bram] = [await person('tess'), await person('bram')]
    for (const { email } of [tess, bram]) await saveByCall(app.url, email, { type: 'stress' })
    const left = async (id: string) =>
      (await db.selectFrom('unconfirmed_results').select('id').where('personId', '=', id).execute())
        .length
    expect([await left(tess.id), await left(bram.id)]).toEqual([1, 1])
    await press(`${bram.me}/erase`)
    expect([await left(tess.id), await left(bram.id)]).toEqual([1, 0])
    const { keptMs } = kinds.find(({ what }) => what.startsWith('quiz results'))!
    await forget({ store, secretKey: testSecret, now: clock + keptMs - 1 })
    expect([keptMs, await left(tess.id)]).toEqual([7 * dayMs, 1])
    await forget({ store, secretKey: testSecret, now: clock + keptMs })
    expect(await left(tess.id)).toBe(0)
  })
})
