import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formMetaHeader } from '#contract/api.ts'
import { decodeFormMeta } from '#contract/people/waitlist.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { join, open, openBrowser, visitor, welcome } from './browser.ts'
import { findings } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test("[LINE-3] by a friend's link the page says so, and its script sends the code with the sign-up", async () => {
  const lotte = await visitor(browser, { width: 390 })
  await open(lotte, `${app.url}/?via=k7rm2xq`)
  expect(await findings(lotte.page)).toEqual(['meta-viewport'])
  const sent = lotte.page.waitForRequest('**/functions/v1/send-welcome-email')
  await join(lotte.page, 'lotte@fuel.example')
  const { via, source } = decodeFormMeta((await sent).headers()[formMetaHeader])
  expect({ via, source }).toEqual({ via: 'K7RM2XQ', source: 'friend' })
  await welcome(lotte.page).waitFor()
  expect(await lotte.page.locator('.welcome li').count()).toBe(3)
  expect(lotte.complaints).toEqual([])
  await lotte.leave()
})

test('[LINE-3] where something on the way serves the page that it kept for all, the script reads the code in the address', async () => {
  const noor = await visitor(browser, { width: 390 })
  await noor.page.route('**/?via=*', async (route) =>
    route.fulfill({ response: await route.fetch({ url: app.url }) }),
  )
  await open(noor, `${app.url}/?via=k7rm2xq…`)
  expect(await noor.page.content()).not.toContain('value="K7RM2XQ"')
  const sent = noor.page.waitForRequest('**/functions/v1/send-welcome-email')
  await join(noor.page, 'noor@fuel.example')
  const { via } = decodeFormMeta((await sent).headers()[formMetaHeader])
  expect(via).toBe('K7RM2XQ')
  await welcome(noor.page).waitFor()
  await noor.leave()
})
