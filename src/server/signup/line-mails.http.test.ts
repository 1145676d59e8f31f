import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '#server/db/store.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { drawLink } from '#test/draw-link.ts'
import { linePeople, type LinePeople } from '#test/line-people.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'

let app: TestApp
let store: Store
let people: LinePeople
beforeAll(async () => {
  app = await startApp({})
  store = await app.store()
  people = await linePeople(store)
})
afterAll(async () => {
  await store.close()
  await app.close()
})

const stopLink = async (email: string) => {
  const id = await people.enters(email)
  const token = await drawLink(store.db, 'unsubscribe', id, people.clock.now)
  return { id, url: `${app.url}/unsubscribe/${token}/friends` }
}
const stateOf = (id: string) =>
  store.db
    .selectFrom('people')
    .innerJoin('line', 'personId', 'people.id')
    .select(['people.state', 'newsStoppedAt'])
    .where('people.id', '=', id)
    .executeTakeFirstOrThrow()

test('[LINE-10] the confirm mail is neutral, and the welcome mail has the place and the own link', async () => {
  await joinByCall(app.url, 'mila@example.com')
  const [confirm] = await app.mailsTo('mila@example.com')
  expect(confirm!.text).not.toMatch(/place|via=|reward|friend/i)
  await fetch(linkIn(confirm!.text, 'confirm'), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const [, welcome] = await app.mailsTo('mila@example.com', 2)
  const id = await store.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', 'mila@example.com')
    .executeTakeFirstOrThrow()
  const { place, before } = (await people.placeOf(id.id))!
  expect(welcome!.subject).toBe(`You are in: place ${place}`)
  expect(welcome!.text).toContain(`${before} before you, 0 behind you, as of `)
  expect(welcome!.text).toContain(`/?via=${await people.codeOf(id.id)}`)
})

test('[LINE-10] the link of a mail about friends ends only these mails: a GET asks, one press does it', async () => {
  const { id, url } = await stopLink('sanne@example.com')
  const page = await fetch(url)
  expect(page.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(await page.text()).toContain('Stop emails about friends?')
  expect((await stateOf(id)).newsStoppedAt).toBeNull()
  const oneClick = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  const wordsOf = async (page: Response) => (await page.text()).replaceAll(/<[^>]+>/g, '')
  expect(await wordsOf(oneClick)).toContain('Stopped.')
  expect(await stateOf(id)).toMatchObject({
    state: 'confirmed',
    newsStoppedAt: expect.any(Number),
  })
  expect(await wordsOf(await fetch(url))).toContain('Already stopped.')
})

test('[LINE-10] it works for a person who is away, and leads nowhere once they are erased', async () => {
  const { id, url } = await stopLink('finn@example.com')
  const press = (link: string) =>
    fetch(link, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
  await press(url.replace('/friends', ''))
  expect((await press(url)).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({
    state: 'unsubscribed',
    newsStoppedAt: expect.any(Number),
  })
  await press(`${app.url}/me/${await drawLink(store.db, 'me', id, people.clock.now)}/erase`)
  expect((await fetch(url)).status).toBe(404)
})
