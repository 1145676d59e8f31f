import { afterAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { startApp } from '#test/app.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { recordFor, saveByCall } from '#test/quiz-taker.ts'
import { joinByCall, joinByForm } from '#test/visitor.ts'

const json = { 'content-type': 'application/json' }

describe.each(storeEngines)("[LANG-2] a person's language on %s", async (engine) => {
  const app = await startApp({ engine })
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
  const english = { language: 'en', line: 'en', version: '2026-11' }
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

  test("calls without the page's header have the campaign's first", async () => {
    const email = 'supabase@example.com'
    const body = JSON.stringify(recordFor(email))
    await fetch(app.url + paths.quizResults, { method: 'POST', headers: json, body })
    expect(await languagesOf(email)).toMatchObject({ language: 'en' })
  })
})
