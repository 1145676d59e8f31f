import { afterAll, describe, expect, test } from 'vitest'
import { readable } from '#test/campaign-texts.ts'
import { startApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'

const ownPage = { 'sec-fetch-site': 'same-origin' }
const textOf = (html: string) => readable(html.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ')

describe.each(engines)('the confirm page of the line on %s', async (engine) => {
  const app = await startApp({ engine })
  afterAll(() => app.close())
  const linkTo = async (email: string) => {
    await joinByCall(app.url, email)
    return linkIn((await app.mailsTo(email))[0]!.text, 'confirm')
  }
  const read = async (link: string) => textOf(await (await fetch(link)).text())
  const press = async (link: string) =>
    (await fetch(link, { method: 'POST', headers: ownPage })).text()

  test('[LINE-9] the place that is named before the press is the one that the press gives', async () => {
    const [nora, bo] = [await linkTo('nora@example.com'), await linkTo('bo@example.com')]
    for (const link of [nora, bo]) expect(await read(link)).toContain('The next place is 1 ')
    expect(textOf(await press(nora))).toContain('You are in. Place 1 ')
    expect(await read(bo)).toContain('The next place is 2 ')
    expect(textOf(await press(bo))).toContain('You are in. Place 2 ')
    expect(await read(nora)).toContain('Place 1 ')
  })

  test('[LINE-9] after the press the page has the own link, its sheet and its script, and is not stored', async () => {
    const answer = await fetch(await linkTo('kees@example.com'), {
      method: 'POST',
      headers: ownPage,
    })
    const html = await answer.text()
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(html).toMatch(new RegExp(`value="${app.url}/\\?via=[2-9A-HJ-NP-Z]{7}"`))
    for (const file of ['line-[\\w-]+\\.css', 'own-link-[\\w-]+\\.js']) {
      const [path] = new RegExp(`/assets/${file}`).exec(html)!
      expect((await fetch(app.url + path)).status).toBe(200)
    }
  })

  test('[LINE-9] before the press, and on the landing page, there is no link and no script of it', async () => {
    const pages = [await linkTo('mia@example.com'), app.url]
    for (const page of pages) expect(await (await fetch(page)).text()).not.toMatch(/own-link|via=/)
  })

  test('[LINE-9] a person who left is told that the place is kept', async () => {
    const link = await linkTo('back@example.com')
    await press(link)
    const leave = linkIn((await app.mailsTo('back@example.com'))[0]!.text, 'unsubscribe')
    await fetch(leave, { method: 'POST' })
    expect(await read(link)).toContain('Your place has waited.')
    expect(textOf(await press(link))).toContain('You are in. Place 4 ')
  })
})
