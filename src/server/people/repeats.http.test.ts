import { afterAll, expect, test } from 'vitest'
import { mostRepeats } from '#contract/promises/promises.ts'
import { startApp } from '#test/app.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'

const hourMs = 3_600_000
let clock = Date.parse('2026-11-24T12:00:00Z')
const app = await startApp({ now: () => clock })
afterAll(() => app.close())
const { db } = await app.store()

async function person(name: string) {
  const email = `${name}@example.com`
  await joinByCall(app.url, email)
  const { text } = (await app.mailsTo(email))[0]!
  const links = { confirm: linkIn(text, 'confirm'), me: linkIn(text, 'me') }
  await press(links.confirm)
  return { email, leave: linkIn(text, 'unsubscribe'), ...links }
}
const press = async (url: string) => {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  return {
    status: answer.status,
    text: await answer.text(),
    retryAfterS: Number(answer.headers.get('retry-after')),
  }
}
const row = (email: string) =>
  db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

test('after ten returns in 24 hours a person is asked to come back tomorrow, can still leave, and returns a day later', async () => {
  const { email, leave, confirm, me } = await person('sanne')
  for (let round = 0; round < mostRepeats; round++) {
    clock += 60_000
    expect((await press(leave)).status).toBe(200)
    // Both ways back count alike.
    expect((await press(round % 2 ? confirm : `${me}/consent`)).status).toBe(200)
  }
  const firstReturn = clock - (mostRepeats - 1) * 60_000
  expect((await press(leave)).status).toBe(200)
  for (const url of [confirm, `${me}/consent`]) {
    const { status, text, retryAfterS } = await press(url)
    expect([status, retryAfterS]).toEqual([429, (firstReturn + 24 * hourMs - clock) / 1_000])
    expect(text).toMatch(/<title>Try again tomorrow/)
    expect(text).toContain('10 times within 24 hours')
    expect(text).toContain('For s***@example.com')
  }
  const shown = await fetch(confirm)
  expect([shown.status, (await shown.text()).includes('<button')]).toEqual([429, false])
  expect((await row(email)).state).toBe('unsubscribed')
  clock = firstReturn + 24 * hourMs
  expect((await press(confirm)).status).toBe(200)
  expect((await row(email)).state).toBe('confirmed')
  expect((await press(leave)).status).toBe(200)
})

test('a consent that repeats the version given at the same place is no new row', async () => {
  const { email, leave, me } = await person('daan')
  for (let round = 0; round < 4; round++) {
    clock += 60_000
    await press(leave)
    await press(`${me}/consent`)
  }
  const { id } = await row(email)
  const rows = await db
    .selectFrom('consents')
    .select(['placement', 'version'])
    .where('personId', '=', id)
    .orderBy('givenAt')
    .execute()
  expect(rows).toEqual([
    { placement: 'hero', version: '2026-11-27' },
    { placement: 'me', version: '2026-11-27' },
  ])
})

test('a link is renewed ten times a day, and the newest one works', async () => {
  const { email, me } = await person('noor')
  for (let n = 0; n < mostRepeats; n++) expect((await press(`${me}/new-link`)).status).toBe(303)
  const { id } = await row(email)
  const codeOf = async () =>
    (
      await db
        .selectFrom('line')
        .select('code')
        .where('personId', '=', id)
        .executeTakeFirstOrThrow()
    ).code
  const code = await codeOf()
  const refused = await press(`${me}/new-link`)
  expect([refused.status, refused.retryAfterS, await codeOf()]).toEqual([429, 24 * 3_600, code])
  expect(refused.text).toContain('The newest one works')
})

test('the mails about friends are turned on ten times a day, and stopped as often as one likes', async () => {
  const { me, leave } = await person('lotte')
  for (let n = 0; n < mostRepeats; n++) {
    expect((await press(`${leave}/friends`)).status).toBe(200)
    expect((await press(`${me}/news`)).status).toBe(303)
  }
  // A press while they are on changes nothing and counts for nothing.
  expect((await press(`${me}/news`)).status).toBe(303)
  expect((await press(`${me}/stop-news`)).status).toBe(303)
  expect((await press(`${me}/news`)).status).toBe(429)
  expect((await press(`${me}/stop-news`)).status).toBe(303)
})

test('an hour of a wrong clock a year ahead makes nobody wait once it is right again', async () => {
  const { leave, confirm } = await person('mila')
  const right = clock
  clock += 365 * 24 * hourMs
  // The links of the mail are over by that clock, but the own page is not.
  const me = linkIn((await app.mailsTo('mila@example.com'))[0]!.text, 'me')
  for (let round = 0; round < mostRepeats; round++) {
    await press(leave)
    expect((await press(`${me}/consent`)).status).toBe(200)
  }
  clock = right + 60_000
  await press(leave)
  expect((await press(confirm)).status).toBe(200)
})
