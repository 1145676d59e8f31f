import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { saveByCall, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { linkIn } from '#test/visitor.ts'
import {
  hydrated,
  join,
  open,
  openBrowser,
  unsent,
  visitor,
  welcome,
  type Visitor,
} from './browser.ts'
import { mailsTo, onList } from './mails.ts'
import { findings, smallTargets } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const heading = async ({ page }: Visitor) => page.getByRole('heading', { level: 1 }).textContent()
const press = ({ page }: Visitor, name: string) => page.getByRole('button', { name }).click()

/** Somebody who has saved a quiz result, and the links of the mail that followed. */
async function joined(email: string) {
  await triggerByCall(
    app.url,
    email,
    await savedId(await saveByCall(app.url, email, { type: 'stress' })),
  )
  const [mail] = await mailsTo(app, email)
  return { confirm: linkIn(mail!.text, 'confirm'), me: linkIn(mail!.text, 'me') }
}

test('[ROUTE-4] without script somebody sees what is kept, leaves, agrees anew and erases it all', async () => {
  const email = 'sanne@fuel.example'
  const links = await joined(email)
  const sanne = await visitor(browser, { width: 360, javaScriptEnabled: false })
  await sanne.page.goto(links.confirm)
  await press(sanne, 'Confirm my spot')
  await sanne.page.goto(links.me)
  for (const words of [email, 'On the list.', 'Stress Optimizer', 'through the quiz'])
    expect(await sanne.page.getByRole('main').textContent()).toContain(words)
  await sanne.page.getByRole('link', { name: 'Leave the list' }).click()
  expect(await onList(app, email)).toBe(1)
  expect(await sanne.page.getByRole('main').textContent()).toContain('You would give up')
  await press(sanne, 'Leave the list')
  expect(await heading(sanne)).toBe('Your place waits. 30 days.')
  await sanne.page.goto(links.me)
  await press(sanne, 'Agree: email me')
  expect(await heading(sanne)).toBe('Done.')
  await sanne.page.goto(links.me)
  await sanne.page.getByRole('link', { name: 'Erase everything' }).click()
  expect(await onList(app, email)).toBe(1)
  await press(sanne, 'Erase everything')
  expect([await heading(sanne), await onList(app, email)]).toEqual(['Erased.', 0])
  await sanne.page.goto(links.me)
  expect(await heading(sanne)).toBe('This link is old. Open the latest email.')
  await sanne.leave()
})

test('[LINE-9] at 390 and 1280 px the own page and the pages of its acts pass axe, fit the window and are easy to press', async () => {
  const links = await joined('mila@fuel.example')
  const mila = await visitor(browser)
  await mila.page.goto(links.confirm)
  await press(mila, 'Confirm my spot')
  await mila.page.getByRole('link', { name: 'WhatsApp' }).waitFor()
  for (const path of ['', '/name', '/remember', '/leave']) {
    await mila.page.goto(links.me + path)
    await expectFit(mila.page, path, [390, 1280])
  }
  await mila.leave()
})

test('[FORM-6] after erasing everything, a pending sign-up of the same browser does not enter the person again', async () => {
  const lotte = await visitor(browser)
  const { page } = lotte
  await page.route('**/functions/v1/send-welcome-email', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await open(lotte, app.url)
  await join(page, 'lotte@fuel.example')
  await welcome(page).waitFor()
  await expect.poll(() => unsent(page)).toEqual(['ascend.unsent:lotte@fuel.example'])
  await page.unroute('**/functions/v1/send-welcome-email')
  const [mail] = await mailsTo(app, 'lotte@fuel.example')
  await page.goto(`${linkIn(mail!.text, 'me')}/erase`)
  await press(lotte, 'Erase everything')
  await expect.poll(() => heading(lotte)).toBe('Erased.')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await hydrated(page)
  expect([await unsent(page), await onList(app, 'lotte@fuel.example')]).toEqual([[], 0])
  await lotte.leave()
})

test('the file is saved, not shown', async () => {
  const { me } = await joined('daan@fuel.example')
  const daan = await visitor(browser)
  await daan.page.goto(me)
  const [download] = await Promise.all([
    daan.page.waitForEvent('download'),
    daan.page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('what-is-kept.json')
  await daan.leave()
})

test('at 360 and 1280 px nothing reaches out of the window, is too small to press, or stands in the way of assistive technology', async () => {
  const { me } = await joined(`${'n'.repeat(60)}@fuel.example`)
  const noor = await visitor(browser)
  for (const path of ['', '/leave', '/consent', '/erase']) {
    await noor.page.goto(me + path)
    await expectFit(noor.page, path, [360, 1280])
  }
  expect(noor.complaints).toEqual([])
  await noor.leave()
})

async function expectFit(page: Page, path: string, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect([
      path,
      await page.evaluate(() => document.documentElement.scrollWidth),
      await smallTargets(page),
      await findings(page),
    ]).toEqual([path, width, [], []])
  }
}
