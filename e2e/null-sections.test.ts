import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { wrongCampaign } from '#contract/wrong-campaign.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { nullableKeys, withNull } from '#test/null-campaigns.ts'
import {
  dock,
  leaveThroughTheTop,
  popupsHydrated,
  recent,
  scrollTo,
  seconds,
  visit,
} from './visit.ts'
import { everyWindow, openBrowser } from './browser.ts'
import { countShifts, faultsIn, findings, shiftsSoFar } from './measures.ts'
import { buildWith } from './variant.ts'

/** The built page shows this one. */
const shown = globalThis as unknown as { shownCampaign: typeof campaign }

let dist: string
let browser: Browser
beforeAll(async () => {
  shown.shownCampaign = campaign
  // The page also spreads the campaign, which asks for its keys.
  const following = `export const campaign = new Proxy({}, {
    get: (_, key) => globalThis.shownCampaign[key],
    ownKeys: () => Reflect.ownKeys(globalThis.shownCampaign),
    getOwnPropertyDescriptor: (_, key) =>
      ({ value: globalThis.shownCampaign[key], enumerable: true, configurable: true }),
  })`
  ;[dist, browser] = await Promise.all([
    buildWith('campaign/campaign.ts', () => following),
    openBrowser(),
  ])
})

async function serving(data: typeof campaign): Promise<TestApp> {
  shown.shownCampaign = data
  return startApp({ dist })
}

const right = (key: string) => wrongCampaign(withNull(campaign, key)).length === 0
const keys = nullableKeys(campaign).filter(right)
const all = keys.filter((key) => key !== 'figures.cohort')

test.each(keys)('without %s the HTML is valid, and leaves nothing dangling', async (key) => {
  const app = await serving(withNull(campaign, key))
  const html = await (await fetch(app.url)).text()
  expect(await faultsIn(html)).toEqual([])
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
  expect(withoutCode(html).match(unfilled) ?? []).toEqual([])
  await app.close()
})

/** A load costs more than the rest of a test, so a page lacks several things at once. */
const atOnce = everyWindow ? 1 : 4
const groups = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) =>
  all.slice(n * atOnce, (n + 1) * atOnce),
)

test.each([...groups, ['figures.cohort'], all].map((group) => [group.join(', '), group] as const))(
  'without %s the page comes to life, and leaves nothing dangling',
  async (_, group) => {
    const app = await serving(withNull(campaign, ...group))
    const sanne = await visit(browser, app.url, {
      viewport: { width: 390, height: 844 },
      start: (page) => page.addInitScript(countShifts),
    })
    const { page } = sanne
    await popupsHydrated(page)
    await seconds(page, 9)
    await scrollTo(page, 900)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.locator('.assembled').waitFor()
    await leaveThroughTheTop(page)
    await page.clock.runFor(300)
    expect(await page.evaluate(dangling)).toEqual([])
    expect(await shiftsSoFar(page)).toBe(0)
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
    await app.close()
  },
)

test('without bars, notices, popups, strip and updates none of them comes, and the page is still accessible', async () => {
  const app = await serving(
    withNull(
      campaign,
      'sections.bars',
      'sections.recent',
      'sections.exit',
      'sections.stay',
      'sections.strip',
      'sections.updates',
    ),
  )
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  await popupsHydrated(page)
  await seconds(page, 9)
  await scrollTo(page, 900)
  await leaveThroughTheTop(page)
  await page.clock.runFor(300)
  expect([
    await dock(page).count(),
    await recent(page).count(),
    await page.locator('dialog[open], .strip, .updates').count(),
  ]).toEqual([0, 0, 0])
  await scrollTo(page, 0)
  const [pause, waiting] = await Promise.all(
    ['body > .pause', '.waiting'].map(async (part) => (await page.locator(part).boundingBox())!),
  )
  expect(waiting!.x + waiting!.width).toBeLessThanOrEqual(pause!.x)
  await page.clock.resume()
  expect(await findings(page)).toEqual(['meta-viewport'])
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
  await app.close()
})

/** What a visitor reads of a document. */
const withoutCode = (html: string) =>
  html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')

const unfilled = /\{\w+\}|undefined|NaN|\bnull\b|\[object/g

/**
 * Links that lead nowhere, sections and lists without content, and words that show that something
 * is missing.
 */
function dangling(): string[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].filter(
    ({ hash }) => !document.getElementById(hash.slice(1)),
  )
  const empty = [
    ...document.querySelectorAll<HTMLElement>(
      'main section, main ul, main .body:not(.lazy-notice, .film), .proof > *, header > [data-island]',
    ),
  ].filter(
    (one) => one.innerText.trim() === '' && !one.closest('dialog') && !one.querySelector('svg'),
  )
  const words = document.body.innerText.match(/\{\w+\}|undefined|NaN|\bnull\b|\[object/g) ?? []
  return [
    ...links.map(({ outerHTML }) => outerHTML),
    ...empty.map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ...words,
  ]
}
