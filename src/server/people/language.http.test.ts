import { afterAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { startApp } from '#test/app.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { recordFor, saveByCall, saveByForm } from '#test/quiz-taker.ts'
import { joinByCall, joinByForm, linkIn } from '#test/visitor.ts'

const json = { 'content-type': 'application/json' }

describe.each(storeEngines)("[LANG-2] a person's language on %s", async (engine) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ engine, now: () => clock })
  afterAll(() => app.close())
  const { db } = app.server().store

  /** Of the person and of the line that was shown. */
  const languagesOf = (email: string) =>
    db
      .selectFrom('people')
      .innerJoin('consents', 'consents.personId', 'people.id')
      .select(['people.language', 'consents.language as line', 'version'])
      .where('email', '=', email)
      .executeTakeFirst()
  const english = { language: 'en', line: 'en', version: '2026-11-27' }
  const dutch = { language: 'nl', line: 'nl', version: '2026-11-nl' }

  test('is that of the page whose form was sent, and the consent keeps the line of that page', async () => {
    await joinByCall(app.url, 'nl@example.com', { language: 'nl', consent: '2026-11-nl' })
    await joinByCall(app.url, 'en@example.com', { language: 'en' })
    expect(await languagesOf('nl@example.com')).toEqual(dutch)
    expect(await languagesOf('en@example.com')).toEqual(english)
  })

  test('an unknown version of the line is the newest one of the page', async () => {
    await joinByCall(app.url, 'newest@example.com', { language: 'nl', consent: '2020' })
    expect(await languagesOf('newest@example.com')).toEqual(dutch)
  })

  test("a form that names no language, or an unknown one, has the campaign's first", async () => {
    await joinByCall(app.url, 'none@example.com')
    await joinByCall(app.url, 'unknown@example.com', { language: 'xx' })
    await joinByForm(app.url, 'plain@example.com')
    for (const name of ['none', 'unknown', 'plain'])
      expect(await languagesOf(`${name}@example.com`)).toEqual(english)
  })

  test('a saved quiz result has the language of its page, also where the dialog is in another one', async () => {
    await saveByCall(app.url, 'quiz-nl@example.com', { language: 'nl' })
    await saveByCall(app.url, 'quiz-en@example.com', { language: 'en' })
    expect(await languagesOf('quiz-nl@example.com')).toEqual(dutch)
    expect(await languagesOf('quiz-en@example.com')).toEqual({ ...dutch, language: 'en' })
  })

  test('a form without script has the language of the path that it posts to', async () => {
    await joinByForm(`${app.url}/nl`, 'plain-nl@example.com', { consent: '2026-11-nl' })
    await saveByForm(`${app.url}/nl`, 'plain-quiz-nl@example.com')
    for (const name of ['plain-nl', 'plain-quiz-nl'])
      expect(await languagesOf(`${name}@example.com`)).toEqual(dutch)
  })

  test("calls without the page's header have the campaign's first", async () => {
    const email = 'supabase@example.com'
    const body = JSON.stringify(recordFor(email))
    await fetch(app.url + paths.quizResults, { method: 'POST', headers: json, body })
    expect(await languagesOf(email)).toMatchObject({ language: 'en' })
  })

  describe('decides mails and linked pages', () => {
    const press = (link: string, body = new URLSearchParams()) =>
      fetch(link, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body })
    const langOf = async (answer: Response) => /<html lang="(\w+)"/.exec(await answer.text())?.[1]

    test('from the confirm mail on, and a change holds for what comes next', async () => {
      const email = 'anna@example.com'
      await joinByCall(app.url, email, { language: 'nl', consent: '2026-11-nl' })
      const [confirm] = await app.mailsTo(email)
      expect(confirm!.subject).toBe('Bevestig je plek op de lijst van Fuel Protocol')
      expect(confirm!.html).toMatch(/<html[^>]* lang="nl"/)
      const pages = (['confirm', 'me', 'unsubscribe'] as const).map((kind) =>
        linkIn(confirm!.text, kind),
      )
      for (const page of [...pages, `${pages[1]}/erase`, `${pages[2]}/friends`]) {
        const answer = await fetch(page)
        expect([page, answer.headers.get('content-language'), await langOf(answer)]).toEqual([
          page,
          'nl',
          'nl',
        ])
      }
      expect(await langOf(await press(pages[0]!))).toBe('nl')
      expect((await app.mailsTo(email, 2))[1]!.subject).toMatch(/^Je bent erbij/)

      const changed = await press(`${pages[1]}/language`, new URLSearchParams({ language: 'en' }))
      expect(await langOf(changed)).toBe('en')
      clock += 48 * 3_600_000
      await joinByCall(app.url, email, { language: 'nl' })
      expect((await app.mailsTo(email, 3))[2]!.subject).toBe('You are on the Fuel Protocol list')
    })

    test('who agrees on the own page agrees to the line in their language', async () => {
      const email = 'agrees@example.com'
      await joinByCall(app.url, email)
      const link = linkIn((await app.mailsTo(email))[0]!.text, 'me')
      await press(`${link}/language`, new URLSearchParams({ language: 'nl' }))
      expect(await (await fetch(link)).text()).toContain(`${new URL(link).pathname}/consent"`)
      await press(`${link}/consent`)
      const lines = await db
        .selectFrom('people')
        .innerJoin('consents', 'consents.personId', 'people.id')
        .select(['version', 'consents.language', 'consents.placement'])
        .where('email', '=', email)
        .orderBy('consents.id')
        .execute()
      expect(lines).toEqual([
        { version: '2026-11-27', language: 'en', placement: 'hero' },
        { version: '2026-11-nl', language: 'nl', placement: 'me' },
      ])
    })

    test('who has confirmed and changes the language is not asked to agree again', async () => {
      const email = 'agreed@example.com'
      await joinByCall(app.url, email)
      const { text } = (await app.mailsTo(email))[0]!
      await press(linkIn(text, 'confirm'))
      const link = linkIn(text, 'me')
      await press(`${link}/language`, new URLSearchParams({ language: 'nl' }))
      const html = await (await fetch(link)).text()
      expect(html).toContain('<html lang="nl"')
      expect(html).not.toContain(`${new URL(link).pathname}/consent"`)
    })

    test('a link with the prefix of a language leads to the same page', async () => {
      await joinByCall(app.url, 'prefix@example.com')
      const link = linkIn((await app.mailsTo('prefix@example.com'))[0]!.text, 'me')
      expect(await langOf(await fetch(link.replace('/me/', '/nl/me/')))).toBe('en')
    })

    test("a language that the campaign no longer has is the campaign's first", async () => {
      const email = 'former@example.com'
      await joinByCall(app.url, email)
      const link = linkIn((await app.mailsTo(email))[0]!.text, 'me')
      await db.updateTable('people').set({ language: 'fi' }).where('email', '=', email).execute()
      const answer = await fetch(link)
      expect([answer.headers.get('content-language'), await langOf(answer)]).toEqual(['en', 'en'])
      clock += 48 * 3_600_000
      await joinByCall(app.url, email)
      expect((await app.mailsTo(email, 2))[1]!.subject).toMatch(/^Confirm your spot/)
    })
  })
})
