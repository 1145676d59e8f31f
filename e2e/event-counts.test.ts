import type { Browser } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { field, hide, join, open, openBrowser, visitor, welcome, type Visitor } from './browser.ts'
import { sourceCounts } from '#test/stored-counts.ts'
import { completed } from './quiz.ts'
import { beaconCount, beaconsOf, countedBy, labelsOf, noteBeacons } from './tracked.ts'

let app: TestApp
let browser: Browser
let sanne: Visitor
beforeAll(async () => {
  browser = await openBrowser()
})
beforeEach(async () => {
  app = await startApp()
  // Nothing here depends on motion, whose frames cost as much as the load of the page.
  sanne = await visitor(browser)
  await sanne.page.addInitScript(noteBeacons)
  return async () => {
    await sanne.leave()
    await app.close()
  }
})

const asked = () => sanne.requests.filter((path) => path === '/events').length
const heroSeen = () => expect.poll(() => labelsOf(sanne.page, 'section_view')).toContain('hero')

test('[TRACK-2] once the page is hidden the server has counted what happened, and nothing else: a beacon is JSON with counts alone, no address, no session, no text of the page; where beacons are forbidden the page works', async () => {
  await open(sanne, app.url)
  await heroSeen()
  await join(sanne.page, 'sanne.counts@fuel.example')
  await welcome(sanne.page).waitFor()
  expect(asked()).toBe(0)
  const sent = sanne.page.waitForRequest('**/events')
  await hide(sanne.page)
  const request = await sent
  expect(await (await request.response())!.status()).toBe(204)
  expect(request.headers()['cookie']).toBeUndefined()
  await expect.poll(() => beaconsOf(sanne.page)).toHaveLength(1)
  const [beacon] = await beaconsOf(sanne.page)
  expect(beacon).toEqual({
    path: '/events',
    type: 'application/json',
    counts: expect.any(Array),
    source: '',
    referrer: '',
  })
  expect(beacon!.counts.toSorted((a, b) => (a.event < b.event ? -1 : 1))).toEqual([
    { event: 'cta_click', label: 'hero', count: 1 },
    { event: 'email_captured', label: 'hero', count: 1 },
    { event: 'form_touched', label: 'hero', count: 1 },
    { event: 'page_view', label: 'page', count: 1 },
    { event: 'section_view', label: 'hero', count: 1 },
  ])
  await expect
    .poll(() => countedBy(app))
    .toEqual({
      page_view: 1,
      'form_touched hero': 1,
      'section_view hero': 1,
      'cta_click hero': 1,
      'email_captured hero': 1,
    })
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  expect(metrics).toContain('event_batches_total{status="204"} 1')
  await hide(sanne.page)
  expect([await beaconCount(sanne.page), asked()]).toEqual([1, 1])
  await worksWithoutBeacons()
  expect(sanne.complaints).toEqual([])
})

async function worksWithoutBeacons() {
  await sanne.page.evaluate(() => {
    navigator.sendBeacon = () => {
      throw new Error('forbidden')
    }
  })
  const cta = sanne.page.locator('[data-cta="social-proof-cta"]')
  await cta.press('Enter')
  await hide(sanne.page)
  await cta.press('Enter')
  expect((await labelsOf(sanne.page, 'cta_click')).slice(1)).toEqual([
    'Get early access',
    'Get early access',
  ])
}

test('[DASH-9] [TRACK-2] a bar and a popup are counted as shown and as closed once the page is left, and are no event of the page', async () => {
  await open(sanne, app.url)
  await sanne.page.mouse.wheel(0, 600)
  await sanne.page.locator('.dock').getByRole('button', { name: 'Close' }).click()
  await sanne.page.locator('.reel').click()
  await sanne.page.locator('#video-overlay[open]').waitFor()
  await sanne.page.locator('[data-island="popups"][data-hydrated]').waitFor({ state: 'attached' })
  await sanne.page.keyboard.press('Escape')
  await sanne.page.locator('#video-overlay[open]').waitFor({ state: 'detached' })
  expect(asked()).toBe(0)
  await sanne.page.goto(`${app.url}/privacy`)
  await expect
    .poll(() => countedBy(app))
    .toMatchObject({
      'shown sticky-bar': 1,
      'closed sticky-bar': 1,
      'shown video-overlay': 1,
      'closed video-overlay': 1,
    })
  expect(
    await sanne.page.evaluate(() =>
      Object.entries(localStorage).filter(
        ([key, text]) =>
          key.startsWith('ascend.event:') && /"action":"(?:shown|closed)"/.test(text),
      ),
    ),
  ).toEqual([])
})

test('[DASH-9] an opening of the page counts once, with the campaign that its address names, and the first form that gets text once', async () => {
  await open(sanne, `${app.url}/?utm_source=pod%20cast&utm_medium=audio`)
  await field(sanne.page).focus()
  await hide(sanne.page)
  await expect.poll(() => countedBy(app)).toMatchObject({ page_view: 1 })
  expect(await countedBy(app)).not.toHaveProperty('form_touched hero')
  await field(sanne.page).fill('s')
  await field(sanne.page, 'final').fill('sanne')
  await hide(sanne.page)
  await expect.poll(() => countedBy(app)).toMatchObject({ 'form_touched hero': 1 })
  expect(await countedBy(app)).not.toHaveProperty('form_touched final')
  expect(await sourceCounts(app.server().store.db)).toMatchObject([
    { what: 'page_view', source: 'utm pod cast', count: 1 },
  ])
  await sanne.page.goto(`${app.url}/privacy`)
  await hide(sanne.page)
  await open(sanne, app.url)
  await hide(sanne.page)
  await expect.poll(() => countedBy(app)).toMatchObject({ page_view: 2, 'form_touched hero': 1 })
})

test('[DASH-9] a quiz counts as started and as completed, each once', async () => {
  const daan = await completed(browser, app.url)
  await hide(daan.page)
  await expect
    .poll(() => countedBy(app))
    .toMatchObject({ 'quiz_started quiz': 1, 'quiz_completed quiz': 1, 'shown quiz-result': 1 })
  await daan.leave()
})

test('[TRACK-2] in ten quiet minutes there is one batch, and with a press every ten seconds one a minute', async () => {
  await sanne.page.clock.install()
  await sanne.page.goto(app.url)
  await sanne.page.clock.runFor(5_000)
  await heroSeen()
  await sanne.page.clock.runFor(600_000)
  expect(asked()).toBe(1)
  const cta = sanne.page.locator('[data-cta="social-proof-cta"]')
  await cta.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await cta.focus()
  for (let n = 0; n < 60; n++) {
    await sanne.page.keyboard.press('Enter')
    await sanne.page.clock.fastForward(10_000)
  }
  expect(asked()).toBeGreaterThanOrEqual(10)
  expect(asked()).toBeLessThanOrEqual(11)
}, 180_000)

test('[TRACK-2] for a visitor who does not want to be counted, by Global Privacy Control or by Do Not Track, nothing is sent, and the browser keeps its events all the same', async () => {
  await sanne.page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', {
      configurable: true,
      get: () => true,
    }),
  )
  await open(sanne, app.url)
  await heroSeen()
  await hide(sanne.page)
  expect([await beaconCount(sanne.page), asked(), await countedBy(app)]).toEqual([0, 0, {}])
  await sanne.page.evaluate(() => {
    for (const [name, value] of [
      ['globalPrivacyControl', undefined],
      ['doNotTrack', '1'],
    ] as const)
      Object.defineProperty(Navigator.prototype, name, { configurable: true, get: () => value })
  })
  await sanne.page.locator('[data-cta="social-proof-cta"]').press('Enter')
  expect(await labelsOf(sanne.page, 'cta_click')).toEqual(['Get early access'])
  await hide(sanne.page)
  await sanne.page.goto(`${app.url}/privacy`)
  expect([await beaconCount(sanne.page), asked(), await countedBy(app)]).toEqual([0, 0, {}])
})

test('[TRACK-2] a server that is away, or refuses, is no concern of the page: nothing is sent again', async () => {
  await open(sanne, app.url)
  await heroSeen()
  await allLoaded()
  await app.stop()
  await hide(sanne.page)
  await expect.poll(asked).toBe(1)
  await sanne.page.locator('[data-cta="social-proof-cta"]').press('Enter')
  await app.start()
  await hide(sanne.page)
  await expect.poll(() => countedBy(app)).toEqual(expect.objectContaining({ 'cta_click video': 1 }))
  expect(await countedBy(app)).not.toHaveProperty('section_view hero')
  expect(
    sanne.complaints.filter(
      (line) => !/ERR_CONNECTION_REFUSED|^Island quiz was not hydrated:/.test(line),
    ),
  ).toEqual([])
})

/** Waits for the code that the first move and the first focus load. */
async function allLoaded() {
  await sanne.page.mouse.move(200, 200)
  await sanne.page.mouse.move(210, 210)
  await sanne.page.locator('[data-island="popups"][data-hydrated]').waitFor({ state: 'attached' })
  await sanne.page.locator('#hero-email').focus()
  await sanne.page.mouse.wheel(0, 100)
  for (const part of ['forms-in-use', 'follow-progress'])
    await expect.poll(() => sanne.requests.some((path) => path.includes(part))).toBe(true)
  await sanne.page.waitForLoadState('networkidle')
}
