import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { questionPaths } from '#contract/quiz/pages.ts'
import { resultOf, scoreRange, typesOf, type PerformanceType } from '#contract/quiz/quiz.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import type { TestApp } from '#test/app.ts'
import { startWithCampaign } from '#test/app-of-campaign.ts'
import { noon } from '#test/mailbox.ts'
import {
  answersFor,
  largestQuiz,
  smallestQuiz,
  withOtherQuiz,
  type QuizSize,
} from '#test/other-quiz.ts'
import { recordFor, saveByCall, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { signIn } from '#test/signed-in.ts'
import { linkIn } from '#test/visitor.ts'

const ownPage = { 'sec-fetch-site': 'same-origin' }

describe.each<[QuizSize, inWords: string]>([
  [smallestQuiz, 'two'],
  [largestQuiz, 'eight'],
])('[BRAND-6] with a quiz of %j', (size, inWords) => {
  const changed = withOtherQuiz(campaign, size)
  const quiz = changed.quiz!
  const types = typesOf(quiz)
  const last = types.at(-1)!
  const recordOf = (type: PerformanceType, email: string) => ({
    email,
    ...resultOf(quiz, answersFor(quiz, type))!,
  })
  let app: TestApp
  beforeAll(async () => {
    app = await startWithCampaign(changed, { now: () => noon })
  })
  afterAll(() => app.close())
  const page = async (path: string) => (await fetch(app.url + path)).text()
  const save = (email: string, type: PerformanceType, body: unknown = recordOf(type, email)) =>
    saveByCall(app.url, email, { body })

  test('[QUIZ-1] a visitor without script answers each question and saves the result', async () => {
    let path = questionPaths(quiz.questions)[0]!
    let html = ''
    for (const [at, { question, options }] of quiz.questions.entries()) {
      html = await page(path)
      expect(html).toContain(question)
      expect(html).toContain(`Question ${at + 1} of ${size.questions}`)
      expect(html).toContain(`value="${Math.round((at / size.questions) * 100)}"`)
      expect(html.match(/<input type="radio"/g)).toHaveLength(options.length)
      path = nextOf(html, answersFor(quiz, last))
    }
    expect(path).toMatch(/^\/quiz\/result\?/)
    html = await page(path)
    expect(html).toContain(quiz.types[last]!.recommendation)
    expect(html.match(/class="stroke/g)).toHaveLength(size.types)
    const saved = await fetch(app.url + '/quiz/save', {
      method: 'POST',
      headers: ownPage,
      body: new URLSearchParams({ ...hiddenIn(html), [fieldNames.email]: 'sanne@example.com' }),
    })
    expect(await saved.text()).toContain(quiz.types[last]!.title)
    expect(await storedTypes('sanne@example.com')).toEqual([last])
  })

  test('a question has a page, and a number behind the last one has none', async () => {
    expect((await fetch(`${app.url}/quiz/${size.questions + 1}`)).status).toBe(404)
    const skipped = await fetch(`${app.url}/quiz/${size.questions}`, { redirect: 'manual' })
    expect(skipped.headers.get('location')).toBe('/quiz/1')
  })

  test('[CALL-2] a result of each type is saved under its key', async () => {
    for (const type of types) {
      const email = `${type}@example.com`
      const answer = await save(email, type)
      expect([answer.status, ((await answer.json()) as { scores: object }).scores]).toEqual([
        201,
        recordOf(type, email).scores,
      ])
      expect(await storedTypes(email)).toEqual([type])
    }
  })

  test('[CALL-4] a result that does not follow from the quiz is refused by its column', async () => {
    const right = recordOf(last, 'wrong@example.com')
    const [first] = quiz.questions
    const { [first!.id]: _, ...fewer } = right.answers
    const { least, most } = scoreRange(quiz)
    const checkOf = async (change: object) => {
      const answer = await save('wrong@example.com', last, { ...right, ...change })
      const { message, details } = (await answer.json()) as { message: string; details: string }
      return [answer.status, /quiz_results_(\w+)_check/.exec(message)?.[1], details]
    }
    const listed = types.join(', ')
    const answersText = `They are the id of one option for each of the ${inWords} questions.`
    const scoresText = `They are ${inWords} whole numbers: ${listed}.`
    expect(await checkOf({ performance_type: 'focus' })).toEqual([
      400,
      'performance_type',
      `It is one of ${listed}.`,
    ])
    expect(await checkOf({ primary_score: most + 1 })).toEqual([
      400,
      'primary_score',
      `It is a whole number from ${least} to ${most}.`,
    ])
    expect(await checkOf({ scores: { ...right.scores, focus: 4 } })).toEqual([
      400,
      'scores',
      scoresText,
    ])
    expect(await checkOf({ scores: { [last]: most } })).toEqual([400, 'scores', scoresText])
    expect(await checkOf({ answers: fewer })).toEqual([400, 'answers', answersText])
    expect(await checkOf({ answers: { ...right.answers, goal_pursuit: 'o1' } })).toEqual([
      400,
      'answers',
      answersText,
    ])
    expect((await checkOf({ answers: { ...right.answers, [first!.id]: 'o9' } }))[1]).toBe('answers')
    expect((await checkOf({ scores: { ...right.scores, [last]: least } }))[1]).toBe('scores')
    expect((await checkOf({ primary_score: least }))[1]).toBe('primary_score')
    expect((await checkOf({ performance_type: types[0] }))[1]).toBe('performance_type')
    expect((await save('wrong@example.com', last, recordFor('wrong@example.com'))).status).toBe(400)
    expect(await storedTypes('wrong@example.com')).toEqual([])
  })

  test('[CALL-3] the mails name the type, and the sequence has the text of its key', async () => {
    const email = 'mail@example.com'
    const { result_data } = recordOf(last, email)
    const id = await savedId(await save(email, last))
    const started = { performance_type: last, result_data }
    expect((await triggerByCall(app.url, email, id, started)).status).toBe(200)
    const [confirm] = await app.mailsTo(email)
    expect(confirm!.text).toContain(quiz.types[last]!.title)
    await fetch(linkIn(confirm!.text, 'confirm'), { method: 'POST', headers: ownPage })
    const [, welcome, first] = await app.mailsTo(email, 3)
    expect(welcome!.text).toContain(quiz.types[last]!.title)
    expect([first!.subject, first!.text]).toEqual([
      `Mail 1 for ${last}`,
      expect.stringContaining(`It is about ${last}.`),
    ])
    const own = await page(new URL(linkIn(first!.text, 'me')).pathname)
    const scores = Object.entries(recordOf(last, email).scores)
    expect(own).toContain(
      `Scores: ${scores.map(([type, score]) => `Axis ${type} ${score}`).join(', ')}.`,
    )
  })

  test('[DASH-4] operators filter by each type, and see scores and answers of a person', async () => {
    await save('seen@example.com', last)
    const anna = await signIn(app, undefined, noon)
    const list = await anna.html(`/dashboard/people?type=${last}`)
    for (const type of [...types, 'none']) expect(list).toContain(`<option value="${type}"`)
    expect(list).toContain('seen@example.com')
    expect(await anna.html('/dashboard/people?type=none')).not.toContain('seen@example.com')
    const person = await anna.html(`/dashboard/people/${await idOf('seen@example.com')}`)
    for (const { question } of quiz.questions) expect(person).toContain(question)
    expect(person).toContain(quiz.types[last]!.title)
    const exported = await anna.post('/dashboard/people/export', { format: 'csv' })
    expect(await exported.text()).toMatch(new RegExp(`^.*seen@example\\.com.*,${last},`, 'm'))
  })

  async function idOf(email: string) {
    const { db } = await app.store()
    const people = db.selectFrom('people').select('id').where('email', '=', email)
    return (await people.executeTakeFirstOrThrow()).id
  }
  async function storedTypes(email: string) {
    const { db } = await app.store()
    const rows = await db
      .selectFrom('quiz_results')
      .innerJoin('people', 'people.id', 'quiz_results.personId')
      .select('performance_type as type')
      .where('email', '=', email)
      .execute()
    return rows.map(({ type }) => type)
  }
})

/** Where the form of a question leads with the answer. */
function nextOf(html: string, answers: Record<string, string>): string {
  const id = /<input type="radio"[^>]* name="([^"]+)"/.exec(html)![1]!
  const action = /<form[^>]* action="([^"]+)"/.exec(html)![1]!
  return `${action}?${new URLSearchParams({ ...hiddenIn(html), [id]: answers[id]! })}`
}

const hiddenIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )
