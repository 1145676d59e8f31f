import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { openBrowser, visitor } from './browser.ts'
import { mailsTo } from './mails.ts'
import { findings, smallTargets } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test('[ROUTE-4] the views of a kept mail are 600 or 375 px wide, on their ground, and show the whole width of the mail', async () => {
  const email = 'sanne@fuel.example'
  await joinByCall(app.url, email)
  await mailsTo(app, email)
  const { page, leave } = await visitor(browser)
  for (const [view, width, ground] of [
    ['600', 600, 'rgb(255, 255, 255)'],
    ['375', 375, 'rgb(255, 255, 255)'],
    ['dark', 600, 'rgb(10, 10, 11)'],
  ] as const) {
    await page.goto(`${app.url}/dev/mails`)
    const row = page.getByRole('row', { name: email })
    await row.getByRole('link', { name: view, exact: true }).click()
    const body = page.frameLocator('iframe').locator('body')
    await body.getByText('Confirm my spot').waitFor()
    expect([
      view,
      await body.evaluate((element) => [
        innerWidth,
        document.documentElement.scrollWidth,
        getComputedStyle(element).backgroundColor,
      ]),
    ]).toEqual([view, [width, width, ground]])
  }
  await leave()
})

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

test('the words of a kept mail stand on one line of its row', async () => {
  const email = 'mila@fuel.example'
  await joinByCall(app.url, email)
  await mailsTo(app, email)
  const { page, leave } = await visitor(browser)
  await page.goto(`${app.url}/dev/mails`)
  const row = page.getByRole('row', { name: email })
  const lines = await row.evaluate((row) =>
    [...row.querySelectorAll('td')].map((cell) => {
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()!
      const range = document.createRange()
      range.selectNodeContents(words)
      return Math.round(range.getClientRects()[0]!.bottom)
    }),
  )
  expect(new Set(lines).size).toBe(1)
  await leave()
})

test('at 360, 768, 1024 and 1280 px the screens of kept mails fit the window, can be pressed and pass axe', async () => {
  const email = `${'n'.repeat(60)}@fuel.example`
  await joinByCall(app.url, email)
  await mailsTo(app, email)
  const { page, leave } = await visitor(browser)
  await page.goto(`${app.url}/dev/mails`)
  const id = /\/dev\/mails\/([\da-f-]+)/.exec(await page.content())![1]
  for (const path of ['', `/${id}?view=375`, `/${id}?view=text`]) {
    await page.goto(`${app.url}/dev/mails${path}`)
    for (const width of [360, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
        path,
        width,
      ])
      expect([path, width, await findings(page)]).toEqual([path, width, []])
      if (path === '') expect([width, await smallTargets(page)]).toEqual([width, []])
    }
  }
  await leave()
})
