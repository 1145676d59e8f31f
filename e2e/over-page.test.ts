import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { open, openBrowser, visitor } from './browser.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => { [app, browser] = await Promise.all([startApp(), openBrowser()]) })
afterAll(async () => { await browser.close(); await app.close() })

const updates = (page: Page) => page.locator('.updates')

describe.each([320, 360, 768, 1280, 1600])('at %i px', (width) => {
  test('[TOP-4] the debug badge covers nothing', async () => {
    const sanne = await visitor(browser, { width })
    await open(sanne, app.url)
    expect(await textsBeside(sanne.page, '.debug-badge')).toEqual([])
    await sanne.leave()
  })

  test('with text of 200 % no text runs over the window\'s edge', async () => {
    const sanne = await visitor(browser, { width, reducedMotion: 'reduce' })
    await open(sanne, app.url)
    await sanne.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await sanne.page.locator('.urgency').waitFor()
    await largeText(sanne.page)
    expect(await sanne.page.evaluate(textsOverTheEdge)).toEqual([])
    expect(await sanne.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await sanne.leave()
  })

  test(`[HERO-6] the updates box opens ${width < 1600 ? 'folded, a button of 44 px' : 'unfolded'}, bottom left`, async () => {
    const sanne = await visitor(browser, { width })
    await open(sanne, app.url)
    expect(await updates(sanne.page).getAttribute('open')).toBe(width < 1600 ? null : '')
    const button = await updates(sanne.page).locator('summary').boundingBox()
    expect(button).toMatchObject({ x: 0, y: 756, height: 44 })
    expect(button!.width).toBeGreaterThanOrEqual(44)
    await sanne.leave()
  })

  test('[HERO-6] the box is opened and folded by keyboard', async () => {
    const sanne = await visitor(browser, { width })
    await open(sanne, app.url)
    const newest = sanne.page.getByText('Legacy Pack #001 is limited to 500')
    const shownFirst = width >= 1600
    expect(await newest.isVisible()).toBe(shownFirst)
    await updates(sanne.page).locator('summary').focus()
    await sanne.page.keyboard.press('Enter')
    expect(await newest.isVisible()).toBe(!shownFirst)
    await sanne.page.keyboard.press('Space')
    expect(await newest.isVisible()).toBe(shownFirst)
    await sanne.leave()
  })

  test.each([['upright', 800], ['lying, as a phone does', 360]])('nothing fixed covers text that cannot be scrolled free, %s', async (_, height) => {
    const sanne = await visitor(browser, { viewport: { width, height } })
    await open(sanne, app.url)
    for (const text of ['usual', 'large']) {
      if (text === 'large') await largeText(sanne.page)
      expect(await coveredAtTheEnd(sanne.page), text).toEqual([])
    }
    await sanne.leave()
  })
})

test('[HERO-6] without script the box opens all the same', async () => {
  const sanne = await visitor(browser, { javaScriptEnabled: false })
  await sanne.page.goto(app.url)
  await updates(sanne.page).locator('summary').click()
  expect(await sanne.page.getByText('Founding status: the first 3,000').isVisible()).toBe(true)
  await sanne.leave()
})

test.each([[1280, 800], [390, 844], [360, 740]])('in the first view at %i x %i headline, field and button are whole and uncovered', async (width, height) => {
  const sanne = await visitor(browser, { viewport: { width, height } })
  await open(sanne, app.url)
  expect(await sanne.page.evaluate(wholeAndUncovered)).toEqual([])
  await sanne.leave()
})

const largeText = (page: Page) => page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))

/** Texts of the page that share columns of pixels with the fixed element, wherever they are scrolled to. */
const textsBeside = (page: Page, selector: string) =>
  page.evaluate((badge) => {
    const fixed = document.querySelector(badge)!.getBoundingClientRect()
    return textBoxes().filter(({ box }) => box.right > fixed.left && box.left < fixed.right).map(({ text }) => text)

    function textBoxes() {
      const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
      const found: { text: string; box: DOMRect }[] = []
      while (texts.nextNode()) {
        const node = texts.currentNode
        if (!node.textContent?.trim() || !node.parentElement?.checkVisibility({ contentVisibilityAuto: true }) || getComputedStyle(node.parentElement).clipPath !== 'none') continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const box of range.getClientRects()) found.push({ text: node.textContent, box })
      }
      return found
    }
  }, selector)

/** What stands under the fixed things once the page is scrolled to its end: further down it cannot go. */
const coveredAtTheEnd = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const fixed = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => getComputedStyle(element).position === 'fixed' && element.checkVisibility() && element.offsetHeight > 0)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const covered: string[] = []
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement!
      if (!texts.currentNode.textContent?.trim() || fixed.some((over) => over.contains(parent)) || !parent.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      for (const box of range.getClientRects()) {
        const under = fixed.map((over) => over.getBoundingClientRect()).some((over) => box.right > over.left && box.left < over.right && box.bottom > over.top && box.top < over.bottom)
        if (under && box.width > 1) covered.push(texts.currentNode.textContent)
      }
    }
    return covered
  })

function wholeAndUncovered(): string[] {
  const fixed = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => getComputedStyle(element).position === 'fixed')
  const covered = (box: DOMRect) => fixed.map((over) => over.getBoundingClientRect()).some((over) => box.right > over.left && box.left < over.right && box.bottom > over.top && box.top < over.bottom)
  return ['h1', '#hero-email', '#hero-form button'].filter((selector) => {
    const box = document.querySelector(selector)!.getBoundingClientRect()
    return box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth || covered(box)
  })
}

function textsOverTheEdge(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement!
    if (!texts.currentNode.textContent?.trim() || !parent.checkVisibility() || parent.closest('.trap') || getComputedStyle(parent).clipPath !== 'none') continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    if ([...range.getClientRects()].some(({ left, right }) => left < -1 || right > innerWidth + 1)) found.push(texts.currentNode.textContent)
  }
  return found
}
