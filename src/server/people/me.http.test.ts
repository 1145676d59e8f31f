import { afterAll, describe, expect, test } from 'vitest'
import type { PersonState } from '#contract/people/waitlist.ts'
import { meActs, meDownload } from '#contract/people/personal-data.ts'
import { journalHash } from '#server/db/journal-file.ts'
import { startApp } from '#test/app.ts'
import { engines, freshFolder } from '#test/fresh-store.ts'
import { saveByCall, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { filesThatHold } from '#test/store-files.ts'
import { joinByCall, linkIn, seen } from '#test/visitor.ts'

const secretKey = 'a-secret-for-the-tests-long-enough-for-it'
const form = 'application/x-www-form-urlencoded'

describe.each(engines)('personal data on %s', async (engine) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ engine, env: { SECRET_KEY: secretKey }, now: () => clock })
  afterAll(() => app.close())
  const { db } = await app.store()
  const mailTo = async (email: string) => {
    await joinByCall(app.url, email)
    return (await app.mailsTo(email))[0]!
  }
  const linkTo = async (email: string, kind: 'me' | 'confirm' | 'unsubscribe' = 'me') =>
    linkIn((await mailTo(email)).text, kind)
  const press = (
    link: string,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ) => fetch(link, { method: 'POST', headers })
  const person = (email: string) =>
    db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst()
  const put = (email: string, state: PersonState) =>
    db.updateTable('people').set({ state }).where('email', '=', email).execute()
  const rows = async () =>
    Promise.all(
      (
        [
          'people',
          'consents',
          'link_tokens',
          'outbox',
          'quiz_results',
          'sequences',
          'erased',
        ] as const
      ).map((table) =>
        db
          .selectFrom(table)
          .selectAll()
          .orderBy(
            table === 'link_tokens' || table === 'erased'
              ? 'hash'
              : table === 'sequences'
                ? 'quizResultId'
                : 'id',
          )
          .execute(),
      ),
    )

  test('[ROUTE-4] a GET shows state, consents, quiz results and mails, is not cached and changes nothing', async () => {
    await triggerByCall(
      app.url,
      'sanne@example.com',
      await savedId(
        await saveByCall(app.url, 'sanne@example.com', { type: 'stress', source: 'podcast' }),
      ),
    )
    const link = linkIn((await app.mailsTo('sanne@example.com'))[0]!.text, 'me')
    const before = await rows()
    const html = await (await fetch(link)).text()
    for (const words of [
      'sanne@example.com',
      'not confirmed',
      'By joining you agree to emails about this launch. Leave any time.',
      'version 2026-11-nl',
      '21 November 2026, 13:00',
      'through the quiz',
      'podcast',
      'Stress Optimizer',
      'Stress 12',
      'Confirmation email',
    ])
      expect(html).toContain(words)
    expect(html).not.toContain('***@')
    for (const path of ['', `/${meDownload}`, ...meActs.map((act) => `/${act}`)]) {
      const { status, headers } = await fetch(link + path)
      expect([
        status,
        headers.get('cache-control')?.split(', ')[0],
        headers.get('x-robots-tag'),
        headers.get('referrer-policy'),
      ]).toEqual([200, 'no-store', 'noindex', 'same-origin'])
    }
    expect(await rows()).toEqual(before)
  })

  test('the download has the same data as JSON', async () => {
    const link = await linkTo('file@example.com')
    const answer = await fetch(`${link}/${meDownload}`)
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual(
      ['application/json; charset=utf-8', 'attachment; filename="what-is-kept.json"'],
    )
    expect(await answer.json()).toMatchObject({
      email: 'file@example.com',
      state: 'unconfirmed',
      placement: 'hero',
      joinedAt: '2026-11-21T12:00:00.000Z',
      confirmedAt: null,
      quizResults: [],
      consents: [
        {
          version: '2026-11-27',
          placement: 'hero',
          source: null,
          givenAt: '2026-11-21T12:00:00.000Z',
        },
      ],
      mails: [{ template: 'confirm', state: 'kept' }],
      links: [{ purpose: 'confirm' }, { purpose: 'me' }, { purpose: 'unsubscribe' }],
    })
  })

  test('[LANG-2] a press changes the language, which the data and its download say; a press of the other one takes it back', async () => {
    const link = await linkTo('taal@example.com')
    const choose = (language: string) =>
      fetch(`${link}/language`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ language }),
      })
    const now = async () => {
      const { language, languageChosenAt } = (await person('taal@example.com'))!
      return [language, languageChosenAt]
    }
    expect(await (await fetch(link)).text()).toContain('Our emails and your pages are in English.')
    for (const unknown of ['fi', '', 'en']) {
      expect((await choose(unknown)).headers.get('location')).toBe(new URL(link).pathname)
      expect(await now()).toEqual(['en', null])
    }
    expect((await choose('nl')).status).toBe(303)
    expect(await now()).toEqual(['nl', clock])
    expect(await (await fetch(`${link}/${meDownload}`)).json()).toMatchObject({
      language: 'nl',
      languageChosenAt: new Date(clock).toISOString(),
    })
    await joinByCall(app.url, 'taal@example.com', { language: 'en' })
    expect((await now())[0]).toBe('nl')
    await choose('en')
    expect((await now())[0]).toBe('en')
  })

  test('the buttons leave the list, and agree again with the current consent', async () => {
    const link = await linkTo('daan@example.com')
    await press(linkIn((await app.mailsTo('daan@example.com'))[0]!.text, 'confirm'))
    await app.mailsTo('daan@example.com', 2)
    expect(await (await fetch(link)).text()).toContain('On the list.')
    expect(await (await press(`${link}/leave`)).text()).toContain('Your place waits.')
    expect((await person('daan@example.com'))?.state).toBe('unsubscribed')
    clock += 60_000
    expect(await (await press(`${link}/consent`)).text()).toContain('Done.')
    expect(await person('daan@example.com')).toMatchObject({
      state: 'confirmed',
      confirmedAt: clock,
      leftAt: null,
    })
    expect(await (await press(`${link}/consent`)).text()).toContain('Already done.')
    const consents = await db
      .selectFrom('consents')
      .select(['consents.placement', 'version', 'givenAt'])
      .innerJoin('people', 'people.id', 'personId')
      .where('email', '=', 'daan@example.com')
      .orderBy('givenAt')
      .execute()
    expect(consents).toEqual([
      { placement: 'hero', version: '2026-11-27', givenAt: clock - 60_000 },
      { placement: 'me', version: '2026-11-27', givenAt: clock },
    ])
  })

  test('a person with an older consent is asked for the current one', async () => {
    const { text } = await mailTo('older@example.com')
    const link = linkIn(text, 'me')
    await press(linkIn(text, 'confirm'))
    await app.mailsTo('older@example.com', 2)
    expect(await (await fetch(link)).text()).not.toContain(`${new URL(link).pathname}/consent`)
    await db
      .updateTable('consents')
      .set({ version: '2025-01' })
      .where('personId', '=', (await person('older@example.com'))!.id)
      .execute()
    expect(await (await fetch(link)).text()).toContain(`${new URL(link).pathname}/consent`)
    expect(await (await press(`${link}/consent`)).text()).toContain('Done.')
  })

  test.each(['bounced', 'complained', 'suppressed'] as const)(
    'agreeing again changes nothing for an address that is %s',
    async (state) => {
      const link = await linkTo(`${state}@example.com`)
      await put(`${state}@example.com`, state)
      expect(await (await fetch(link)).text()).toContain('agreeing again does not change that')
      expect(await (await press(`${link}/consent`)).text()).toMatch(/<title>It gets no email –/)
      expect((await person(`${state}@example.com`))?.state).toBe(state)
    },
  )

  test.each(meActs)('a page of another site cannot press %s', async (act) => {
    const link = await linkTo(`${act}@example.com`)
    const before = await rows()
    expect((await press(`${link}/${act}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await rows()).toEqual(before)
  })

  test('a token with a wrong purpose gets the same 404, and does nothing', async () => {
    const { text } = await mailTo('mixed@example.com')
    const tokenOf = (kind: 'me' | 'confirm' | 'unsubscribe') =>
      linkIn(text, kind).split('/').at(-1)!
    const before = await rows()
    const places = ['', `/${meDownload}`, ...meActs.map((act) => `/${act}`)]
    const wrong = [
      tokenOf('confirm'),
      tokenOf('unsubscribe'),
      'A'.repeat(43),
      'x',
      '%00',
      tokenOf('me').slice(1),
      `${tokenOf('me')}A`,
    ]
    const gets = wrong.flatMap((token) =>
      places.map((place) => fetch(`${app.url}/me/${token}${place}`)),
    )
    const posts = wrong.flatMap((token) =>
      meActs.map((act) => press(`${app.url}/me/${token}/${act}`)),
    )
    const others = ['confirm', 'unsubscribe'].flatMap((path) => [
      fetch(`${app.url}/${path}/${tokenOf('me')}`),
      press(`${app.url}/${path}/${tokenOf('me')}`),
    ])
    const answers = await Promise.all(
      [...gets, ...posts, ...others].map(async (answer) => seen(await answer)),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect([answers[0]!.status, await rows()]).toEqual([404, before])
  })

  test('erasing deletes all rows of the person at once, says what stays, and invalidates every link', async () => {
    await triggerByCall(
      app.url,
      'noor@example.com',
      await savedId(await saveByCall(app.url, 'noor@example.com')),
    )
    const { text } = (await app.mailsTo('noor@example.com'))[0]!
    const { id } = (await person('noor@example.com'))!
    const erased = await press(`${linkIn(text, 'me')}/erase`)
    expect([
      erased.status,
      erased.headers.get('cache-control'),
      (await erased.text()).includes('keyed hash'),
    ]).toEqual([200, 'no-store, no-transform', true])
    const left = JSON.stringify(await rows())
    expect(left).not.toMatch(new RegExp(`noor@|${id}`))
    expect(
      await db
        .selectFrom('erased')
        .selectAll()
        .where('hash', '=', journalHash(secretKey, 'noor@example.com'))
        .execute(),
    ).toEqual([{ hash: expect.any(String), erasedAt: clock }])
    for (const kind of ['me', 'confirm', 'unsubscribe'] as const)
      expect((await fetch(linkIn(text, kind))).status).toBe(404)
    expect((await press(`${linkIn(text, 'me')}/erase`)).status).toBe(404)
  })

  test('an erased person who joins again is new', async () => {
    const first = await linkTo('again@example.com')
    await press(`${first}/erase`)
    const { text } = await mailTo('again@example.com')
    await press(linkIn(text, 'confirm'))
    expect(await person('again@example.com')).toMatchObject({
      state: 'confirmed',
      createdAt: clock,
    })
    expect((await fetch(linkIn(text, 'me'))).status).toBe(200)
    expect((await fetch(first)).status).toBe(404)
  })
})

test('the files of a running server contain no bytes of a person who was erased', async () => {
  const dataDir = freshFolder()
  const app = await startApp({ env: { DATA_DIR: dataDir } })
  afterAll(() => app.close())
  await joinByCall(app.url, 'sanne@example.com')
  const [mail] = await app.mailbox(1)
  expect(filesThatHold(dataDir, 'sanne@example.com')).not.toEqual([])
  await fetch(`${linkIn(mail!.text, 'me')}/erase`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(filesThatHold(dataDir, 'sanne@example.com')).toEqual([])
})

describe('the buttons of the personal data page', async () => {
  const app = await startApp()
  afterAll(() => app.close())
  await joinByCall(app.url, 'milan@example.com')
  const [mail] = await app.mailbox(1)
  const stateNow = async () =>
    (await (await app.store()).db.selectFrom('people').select('state').executeTakeFirst())?.state
  const statusOf = async (act: string, type: string, body: string) =>
    (
      await fetch(`${linkIn(mail!.text, 'me')}/${act}`, {
        method: 'POST',
        body,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': type },
      })
    ).status

  test.each(meActs)(
    '%s takes a form of 8 KiB at most: other types are answered 415, more of it 413',
    async (act) => {
      const answers = [
        await statusOf(act, 'text/plain', 'x'),
        await statusOf(act, 'application/json', '{}'),
        await statusOf(act, form, 'x'.repeat(8 * 1024 + 1)),
      ]
      expect([answers, await stateNow()]).toEqual([[415, 415, 413], 'unconfirmed'])
    },
  )

  test('an empty form acts', async () =>
    expect([await statusOf('erase', form, ''), await stateNow()]).toEqual([200, undefined]))
})
