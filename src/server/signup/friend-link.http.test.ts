import { afterAll, describe, expect, test } from 'vitest'
import { keyField, quizPaths } from '#contract/quiz/pages.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { resultFor, saveByCall, saveByForm } from '#test/quiz-taker.ts'
import { joinByCall, joinByForm, linkIn } from '#test/visitor.ts'

const code = 'K7RM2XQ'
const optOut = { 'sec-gpc': '1' }

/** The hidden field of the code in a page. */
const viaIn = (page: string) => /name="via" value="([^"]*)"/.exec(page)?.[1] ?? ''

/** Each way to join by `/?via=` with this code. */
const ways: Record<string, (url: string, email: string) => Promise<unknown>> = {
  'the call': (url, email) => joinByCall(url, email, { via: code }),
  'the call of a visitor who opts out': (url, email) =>
    joinByCall(url, email, { via: code, headers: optOut }),
  'the plain form': (url, email) => joinByForm(url, email, { via: code }),
  'the plain form of a visitor who opts out': (url, email) =>
    joinByForm(url, email, { via: code, headers: optOut }),
  'the plain form of a page that something kept': (url, email) =>
    joinByForm(url, email, { headers: { referer: `${url}/?via=${code}` } }),
  'a code in small letters at the end of a sentence': (url, email) =>
    joinByCall(url, email, { via: `${code.toLowerCase()}.` }),
  'the quiz by call': (url, email) => saveByCall(url, email, { via: code }),
  'the quiz by form': (url, email) => saveByForm(url, email, { via: code }),
  async 'a plain form that failed at first'(url, email) {
    const page = await (await joinByForm(url, 'no address', { via: code })).text()
    return joinByForm(url, email, { via: viaIn(page) })
  },
  async 'the pages of the quiz'(url, email) {
    const first = await (await fetch(`${url}/quiz/1?via=${code}`)).text()
    const { answers } = resultFor('focus')
    const query = new URLSearchParams({ ...answers, via: viaIn(first), [keyField]: 'k'.repeat(22) })
    const result = await (await fetch(`${url}${quizPaths.result}?${query}`)).text()
    return saveByForm(url, email, { via: viaIn(result) })
  },
}

const addressOf = (name: string) => `${name.replaceAll(' ', '.')}@example.com`

/** Joins and confirms a person, whose link then has a code. */
async function ownerOf(app: TestApp, email: string): Promise<{ id: string; code: string }> {
  await joinByCall(app.url, email)
  const [mail] = await app.mailsTo(email)
  if (mail!.text.includes('/confirm/'))
    await fetch(linkIn(mail!.text, 'confirm'), { method: 'POST', redirect: 'manual' })
  const { db } = await app.store()
  return db
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'line.personId')
    .select(['people.id', 'line.code'])
    .where('people.email', '=', email)
    .executeTakeFirstOrThrow()
}

describe("the code of a friend's link", async () => {
  const app = await startApp()
  afterAll(() => app.close())
  const { db } = await app.store()

  test.each(Object.entries(ways))('[LINE-3] by %s is in the confirm mail', async (name, join) => {
    const email = addressOf(name)
    await join(app.url, email)
    const [mail] = await app.mailsTo(email)
    const link = await db
      .selectFrom('link_tokens')
      .innerJoin('people', 'people.id', 'link_tokens.personId')
      .select('via')
      .where('people.email', '=', email)
      .where('purpose', '=', 'confirm')
      .executeTakeFirst()
    expect([linkIn(mail!.text, 'confirm').includes(code), link]).toEqual([false, { via: code }])
  })

  test('[LINE-3] its visitor is counted under the source friend, unless the address names another or the visitor opts out', async () => {
    const sourceOf = async (email: string) =>
      (
        await db
          .selectFrom('people')
          .select('source')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).source
    await joinByCall(app.url, 'named@example.com', { via: code, source: 'podcast' })
    expect([
      await sourceOf(addressOf('the call')),
      await sourceOf('named@example.com'),
      await sourceOf(addressOf('the call of a visitor who opts out')),
    ]).toEqual(['friend', 'podcast', ''])
  })

  test('[LINE-3] credits its owner once the friend confirms', async () => {
    const owner = await ownerOf(app, 'noor@example.com')
    await joinByForm(app.url, 'sanne@example.com', { via: owner.code.toLowerCase() })
    const [mail] = await app.mailsTo('sanne@example.com')
    const credits = () =>
      db
        .selectFrom('credits')
        .select(['ownerId', 'state'])
        .where('ownerId', '=', owner.id)
        .execute()
    expect(await credits()).toEqual([])
    await fetch(linkIn(mail!.text, 'confirm'), { method: 'POST' })
    expect(await credits()).toEqual([{ ownerId: owner.id, state: 'counted' }])
  })
})

test('[LINE-3] of two mails by two links, the one whose button is pressed decides who is credited', async () => {
  const app = await startApp()
  const { db } = await app.store()
  const [first, second] = [
    await ownerOf(app, 'first.owner@example.com'),
    await ownerOf(app, 'second.owner@example.com'),
  ]
  for (const { code } of [first, second])
    await joinByForm(app.url, 'twice@example.com', { via: code })
  const [mail] = await app.mailsTo('twice@example.com')
  await fetch(linkIn(mail!.text, 'confirm'), { method: 'POST' })
  expect(await db.selectFrom('credits').select('ownerId').execute()).toEqual([
    { ownerId: first.id },
  ])
  await app.close()
})

describe('with single opt-in', async () => {
  const app = await startApp({ env: { OPT_IN: 'single' } })
  afterAll(() => app.close())

  test.each([
    ['the call', joinByCall],
    ['the plain form', joinByForm],
    ['the quiz by form', saveByForm],
  ] as const)('[LINE-3] a sign-up by %s credits the owner of the link', async (name, join) => {
    const { db } = await app.store()
    const owner = await ownerOf(app, `owner.of.${addressOf(name)}`)
    await join(app.url, `friend.${addressOf(name)}`, { via: owner.code })
    expect(
      await db.selectFrom('credits').select('state').where('ownerId', '=', owner.id).execute(),
    ).toEqual([{ state: 'counted' }])
  })
})
