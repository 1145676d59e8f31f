import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { openBrowser, visitor, windows } from './browser.ts'
import { mailsTo } from './mails.ts'
import { findings, smallTargets } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test.each([
  ['600', 600, 'rgb(255, 255, 255)'],
  ['375', 375, 'rgb(255, 255, 255)'],
  ['dark', 600, 'rgb(10, 10, 11)'],
] as const)(
  '[ROUTE-4] the view %s of a kept mail is %i px wide, on its ground, and shows the whole width of the mail',
  async (view, width, ground) => {
    const email = `sanne.${view}@fuel.example`
    await joinByCall(app.url, email)
    await mailsTo(app, email)
    const sanne = await visitor(browser, { width: 1280 })
    await sanne.page.goto(`${app.url}/dev/mails`)
    const row = sanne.page.getByRole('row', { name: email })
    await row.getByRole('link', { name: view, exact: true }).click()
    const body = sanne.page.frameLocator('iframe').locator('body')
    await body.getByText('Confirm my spot').waitFor()
    expect(
      await body.evaluate((element) => [
        innerWidth,
        document.documentElement.scrollWidth,
        getComputedStyle(element).backgroundColor,
      ]),
    ).toEqual([width, width, ground])
    await sanne.leave()
  },
)

test('[LINE-10] the mails to an address of 254 characters are no wider than a window of 360 px', async () => {
  const part = (letter: string) => letter.repeat(60)
  const email = `${part('n')}@${part('o')}.${part('o')}.${part('r')}.example`.padStart(254, 'n')
  await joinByCall(app.url, email)
  const [confirm] = await mailsTo(app, email)
  await fetch(linkIn(confirm!.text, 'confirm'), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const mails = await app.mailsTo(email, 2)
  const noor = await visitor(browser, { width: 360 })
  for (const { subject, html } of mails) {
    await noor.page.setContent(html)
    expect(await noor.page.locator('body').innerText()).toContain(email)
    const width = await noor.page.evaluate(() => document.documentElement.scrollWidth)
    expect([subject, width]).toEqual([subject, 360])
  }
  await noor.leave()
})

test.each(windows(360, 768, 1024, 1280))(
  'at %i px the screens of kept mails fit the window, can be pressed and pass axe',
  async (width) => {
    const email = `${'n'.repeat(60)}.${width}@fuel.example`
    await joinByCall(app.url, email)
    await mailsTo(app, email)
    const noor = await visitor(browser, { width })
    await noor.page.goto(`${app.url}/dev/mails`)
    const id = /\/dev\/mails\/([\da-f-]+)/.exec(await noor.page.content())![1]
    expect(await smallTargets(noor.page)).toEqual([])
    for (const path of ['', `/${id}?view=375`, `/${id}?view=text`]) {
      await noor.page.goto(`${app.url}/dev/mails${path}`)
      expect(await noor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect([path, await findings(noor.page)]).toEqual([path, []])
    }
    await noor.leave()
  },
)
