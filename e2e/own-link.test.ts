import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { openBrowser, visitor, type Visitor } from './browser.ts'
import { mailsTo } from './mails.ts'
import { findings, smallTargets } from './measures.ts'
import { beaconsOf, countedBy, noteBeacons } from './tracked.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

/** A visitor who has pressed the button of their confirm mail. */
async function confirmed(someone: Visitor, email: string): Promise<string> {
  await joinByCall(app.url, email)
  await someone.page.goto(linkIn((await mailsTo(app, email))[0]!.text, 'confirm'))
  await someone.page.getByRole('button', { name: 'Confirm my spot' }).click()
  return someone.page.getByLabel('Your link').inputValue()
}

test('[LINE-9] the button copies the own link, says so, and then reads as before', async () => {
  const sanne = await visitor(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = sanne
  const link = await confirmed(sanne, 'sanne.link@fuel.example')
  expect(link).toMatch(/\/\?via=\w{7}$/)
  await page.getByRole('button', { name: 'Copy your link' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.getByRole('button', { name: 'Copy your link' }).waitFor()
  await expect.poll(async () => (await countedBy(app))['link_shared own-link']).toBe(1)
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

test('[DASH-3] a press that shares sends one count without the link, and nothing for who opts out', async () => {
  const [sofie, daan] = [await visitor(browser), await visitor(browser)]
  await daan.page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
  )
  for (const [who, name] of [
    [sofie, 'sofie'],
    [daan, 'daan.opts.out'],
  ] as const) {
    await who.page.addInitScript(noteBeacons)
    await confirmed(who, `${name}@fuel.example`)
  }
  await daan.page.getByRole('button', { name: 'Copy your link' }).click()
  await daan.page.getByRole('button', { name: /Copied|Selected/ }).waitFor()
  await sofie.page.getByRole('button', { name: 'Copy your link' }).click()
  const counts = [{ event: 'link_shared', label: 'own-link', count: 1 }]
  await expect
    .poll(() => beaconsOf(sofie.page))
    .toEqual([{ path: '/events', type: 'application/json', counts }])
  expect(await beaconsOf(daan.page)).toEqual([])
  await Promise.all([sofie.leave(), daan.leave()])
})

test('[LINE-9] Share is there only where the browser shares, and passes the link', async () => {
  const [lotte, noor] = [await visitor(browser), await visitor(browser)]
  for (const [{ page }, share] of [
    [lotte, (given: ShareData) => void Object.assign(window, { given })],
    [noor, undefined],
  ] as const)
    await page.addInitScript(
      `Object.defineProperty(navigator, 'share', { value: ${share ? `async ${share}` : share} })`,
    )
  const link = await confirmed(lotte, 'lotte.link@fuel.example')
  await lotte.page.getByRole('button', { name: 'Share…' }).click()
  expect(await lotte.page.evaluate('given')).toEqual({ url: link })
  await confirmed(noor, 'noor.link@fuel.example')
  await noor.page.getByRole('button', { name: 'Copy your link' }).waitFor()
  expect(await noor.page.getByRole('button', { name: 'Share…' }).isVisible()).toBe(false)
  await Promise.all([lotte.leave(), noor.leave()])
})

test('[LINE-9] without script the field and the four links are there, and no button that needs one', async () => {
  const milan = await visitor(browser, { javaScriptEnabled: false })
  await confirmed(milan, 'milan.link@fuel.example')
  for (const name of ['Email', 'WhatsApp', 'X', 'LinkedIn'])
    expect(await milan.page.getByRole('link', { name, exact: true }).isVisible()).toBe(true)
  expect(await milan.page.getByRole('main').getByRole('button').count()).toBe(0)
  await milan.leave()
})

test('[LINE-9] the page with the place passes axe, and nothing reaches beyond the window', async () => {
  const daan = await visitor(browser)
  await confirmed(daan, 'daan.link@fuel.example')
  for (const width of [320, 390, 768, 1280, 1600]) {
    await daan.page.setViewportSize({ width, height: 800 })
    expect(await daan.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await smallTargets(daan.page)).toEqual([])
    if (width === 390 || width === 1280)
      // FX-6 fixes that visitors may not scale the page, which is the campaign's switch.
      expect(await findings(daan.page)).toEqual([])
  }
  await daan.leave()
})
