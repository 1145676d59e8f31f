import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { paths } from '#contract/api.ts'
import { wrongCampaign } from '#campaign/schema/check.ts'
import { openLaunch } from '#contract/launch/launch.ts'
import { renderCampaign } from '#page/shell/entry-server.tsx'
import { builtBundles } from '#server/http/bundles.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { nullableKeys, withNull } from '#test/null-campaigns.ts'
import { serveBuilt, type ServedPages } from '../scripts/serve-built.ts'
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

const dist = resolve(import.meta.dirname, '../dist/fuel')
const facts = { now: Date.now(), mode: 'simulated', live: null, launch: openLaunch } as const

let htmlWithout: (keys: readonly string[]) => Promise<string>
let served: ServedPages
let browser: Browser
beforeAll(async () => {
  const bundles = await builtBundles(dist)
  htmlWithout = (keys) =>
    bundles.fill(
      'page',
      renderCampaign(
        withNull(campaign, ...keys),
        { page: 'landing', pageToken: '' },
        { publicUrl: '', anonKey: '', optIn: 'double', facts },
      ),
      '/',
    )
  served = await serveBuilt(
    dist,
    (path) => {
      if (path === paths.formToken) return Promise.resolve(JSON.stringify({ token: 'none' }))
      return path.startsWith(at) ? htmlWithout(path.slice(at.length).split(',')) : undefined
    },
    securityHeaders(bundles.hashes, { publicUrl: '', hstsSubdomains: 'off' }),
  )
  browser = await openBrowser()
})
afterAll(() => served.close())

/** The page of a campaign without these keys, joined by commas, is behind this path. */
const at = '/without/'
const urlWithout = (...keys: string[]) => `${served.url}${at}${keys.join(',')}`

const right = (key: string) => wrongCampaign(withNull(campaign, key)).length === 0
const keys = nullableKeys(campaign).filter(right)
const all = keys.filter((key) => key !== 'figures.cohort')

test.each(keys)('without %s the HTML is valid, and leaves nothing dangling', async (key) => {
  const html = await htmlWithout([key])
  expect(await faultsIn(html)).toEqual([])
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
  expect(withoutCode(html).match(unfilled) ?? []).toEqual([])
})

/** A load costs more than the rest of a test, so a page lacks several things at once. */
const atOnce = everyWindow ? 1 : 8
const groups = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) =>
  all.slice(n * atOnce, (n + 1) * atOnce),
)

test.each([...groups, ['figures.cohort'], all].map((group) => [group.join(', '), group] as const))(
  'without %s the page comes to life, and leaves nothing dangling',
  async (_, group) => {
    const sanne = await visit(browser, urlWithout(...group), {
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
  },
)

test('without bars, notices, popups, strip and updates none of them comes, and the page is still accessible', async () => {
  const overPage = ['bars', 'recent', 'exit', 'stay', 'strip', 'updates']
  const sanne = await visit(browser, urlWithout(...overPage.map((name) => `sections.${name}`)))
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
