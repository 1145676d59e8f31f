import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { startApp, type TestApp } from '#test/app.ts'
import {
  firstLanguage,
  firstQuiz,
  recordFor,
  resultFor,
  saveByCall,
  saveByForm,
} from '#test/quiz-taker.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const { language: page } = campaign
const wordsIn = (language: string) => inLanguages[language]!.words
const consentIn = (language: string) => inLanguages[language]!.campaign.consents[0]
const answers = new URLSearchParams(resultFor('focus').answers)

/** The result page of the focus type, where its redirect leads. */
const resultAt = async (path: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...Object.fromEntries(answers), ...more })
  const answer = await fetch(`${app.url}${path}/quiz/result?${query}`)
  return { url: new URL(answer.url), html: await answer.text() }
}
const titleOf = (html: string) => /<title( lang="\w+")?>([^<]+)/.exec(html)!.slice(1, 3)
const offers = (html: string) =>
  [...html.matchAll(/<a class="back" href="([^"]+)" lang="(\w+)">/g)].map(([, href, lang]) => [
    new URL(href!.replaceAll('&amp;', '&'), app.url).searchParams.get('in'),
    lang,
  ])

/** What is stored of somebody who saved a result. */
async function storedOf(email: string) {
  const { db } = await app.store()
  const row = await db
    .selectFrom('quiz_results')
    .innerJoin('people', 'people.id', 'quiz_results.personId')
    .innerJoin('consents', 'consents.personId', 'people.id')
    .select(['result_data', 'people.language', 'consents.version', 'consents.language as agreed'])
    .where('people.email', '=', email)
    .executeTakeFirstOrThrow()
  return { ...row, result_data: JSON.parse(row.result_data) as unknown }
}

describe('[LANG-4] the result without script', () => {
  test('at / is in the first language with its title, form and consent line, and offers that of the page', async () => {
    const { html } = await resultAt('')
    const words = wordsIn(firstLanguage).quizResult
    expect(titleOf(html)).toEqual([
      ` lang="${firstLanguage}"`,
      `${words.complete} – ${campaign.brand}`,
    ])
    expect(html).toContain(`<div class="result" lang="${firstLanguage}">`)
    for (const text of [
      words.bottleneck,
      words.cta,
      firstQuiz.types['focus']!.description,
      consentIn(firstLanguage).version,
    ])
      expect(html).toContain(text)
    expect(offers(html)).toEqual([[page, page]])
  })

  test('with in= the language of the page it is in that, has no further language to mark, and offers the first', async () => {
    const { html, url } = await resultAt('', { in: page })
    expect(url.searchParams.get('in')).toBe(page)
    const { quizResult } = wordsIn(page)
    expect(titleOf(html)).toEqual([undefined, `${quizResult.complete} – ${campaign.brand}`])
    for (const text of [
      '<div class="result">',
      quizResult.bottleneck,
      quizResult.cta,
      quizResult.form.note,
      campaign.quiz!.types['focus']!.description,
      `name="consent_version" value="${consentIn(page).version}"`,
      `name="in" value="${page}"`,
    ])
      expect(html).toContain(text)
    expect(html).not.toContain(firstQuiz.types['focus']!.description)
    expect(offers(html)).toEqual([[null, firstLanguage]])
    // The way back to the questions keeps it.
    expect(html).toMatch(new RegExp(`<a class="back" href="/quiz/4\\?[^"]+&amp;in=${page}">`))
    const question = await (await fetch(`${app.url}/quiz/4?${answers}&in=${page}`)).text()
    expect(question).toContain(`<input type="hidden" name="in" value="${page}"/>`)
  })

  test.each(['fi', 'en-GB', '', '"><b>', firstLanguage])(
    'with in=%j it is in the first language',
    async (read) => {
      const { html, url } = await resultAt('', { in: read })
      expect(html).toContain(`<div class="result" lang="${firstLanguage}">`)
      expect(url.searchParams.has('in')).toBe(false)
      expect(html).not.toContain('name="in"')
    },
  )

  test.each([undefined, page, 'fi'])(
    'at the page in the first language it is all in that, and offers no other, with in=%j too',
    async (read) => {
      const { html } = await resultAt(`/${firstLanguage}`, read === undefined ? {} : { in: read })
      expect(html).toContain('<div class="result">')
      expect(html).toContain(firstQuiz.types['focus']!.description)
      expect(offers(html)).toEqual([])
      expect(html).not.toContain('name="in"')
    },
  )
})

describe('[LANG-2] [LANG-4] what is saved is what was read: the texts and the consent in the language of the result, the person in that of the page', () => {
  test.each([
    [page, undefined, firstLanguage],
    [page, page, page],
    [page, 'fi', firstLanguage],
    [firstLanguage, undefined, firstLanguage],
    [firstLanguage, page, firstLanguage],
  ])('by the form at the page in %s, with in=%s: %s', async (language, read, saved) => {
    const email = `form-${language}-${read}@example.com`
    const of = { language, consent: '', ...(read !== undefined && { read }) }
    const answer = await saveByForm(app.url, email, of)
    expect(answer.status).toBe(303)
    expect(await storedOf(email)).toEqual({
      result_data: resultFor('focus', saved).result_data,
      language,
      version: consentIn(saved).version,
      agreed: saved,
    })
    const shown = await (await fetch(app.url + answer.headers.get('location'))).text()
    const { elsewhere, ...words } = wordsIn(saved).quizResult
    expect(shown).toContain(saved === language ? words.saved : elsewhere.saved)
  })

  test.each([
    [page, page, page],
    [page, firstLanguage, firstLanguage],
    ['', firstLanguage, firstLanguage],
    [firstLanguage, firstLanguage, firstLanguage],
    [firstLanguage, page, firstLanguage],
  ])(
    'by a call of the page in %j that sends the texts in %s: %s',
    async (language, sent, saved) => {
      const email = `call-${language}-${sent}@example.com`
      const body = recordFor(email, 'focus', sent)
      const answer = await saveByCall(app.url, email, { language, consent: '', body })
      expect(await answer.json()).toMatchObject({
        result_data: resultFor('focus', saved).result_data,
      })
      expect(await storedOf(email)).toMatchObject({
        language: language || page,
        version: consentIn(saved).version,
        agreed: saved,
      })
    },
  )

  test('the version of a line in the other language counts as it was shown', async () => {
    const email = 'version@example.com'
    await saveByForm(app.url, email, { consent: consentIn(page).version })
    expect(await storedOf(email)).toMatchObject({ agreed: page })
  })
})

test('[LANG-4] [QUIZ-8] a refused save keeps the language of the result, and what was typed', async () => {
  for (const read of [undefined, page]) {
    const typed = 'daan@'
    const answer = await saveByForm(app.url, typed, read === undefined ? {} : { read })
    const html = await answer.text()
    const shown = read ?? firstLanguage
    expect(answer.status).toBe(422)
    expect(html).toContain(wordsIn(shown).quizResult.bottleneck)
    expect(html).toContain(`value="${typed}"`)
    expect(html.includes(`name="in" value="${page}"`)).toBe(read === page)
  }
})
