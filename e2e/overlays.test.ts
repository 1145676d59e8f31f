import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { dock, eventually, recent, visit } from './visit.ts'
import { open, openBrowser, visitor, windows } from './browser.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const updates = (page: Page) => page.locator('.updates')

test("with text of 200 % from 320 to 1920 px no text runs over the window's edge or into another, and no word is broken", async () => {
  const sanne = await visitor(browser, { width: 320 })
  const { page } = sanne
  await open(sanne, app.url)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.locator('.urgency').waitFor()
  await largeText(page)
  for (const width of [320, 360, 768, 1280, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(textsOverTheEdge), `at ${width} px`).toEqual([])
    expect(await page.evaluate(brokenOrOverlapping), `at ${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await sanne.leave()
})

describe.each(windows(320, 360, 768, 1280, 1600, 1920))('at %i px', (width) => {
  test(`[TOP-4] [HERO-6] the debug badge stands at the lower edge, on the right; the updates box opens ${width < 1920 ? 'folded, a button of 44 px' : 'unfolded'}, bottom left, and is opened and folded by keyboard`, async () => {
    const sanne = await visit(browser, app.url, { width })
    const badge = (await sanne.page.locator('.debug-badge').boundingBox())!
    expect([badge.x + badge.width, badge.y + badge.height]).toEqual([width, 800])
    expect(badge.height).toBeCloseTo(20, 0)
    expect(badge.width).toBeLessThanOrEqual(180)
    expect(await updates(sanne.page).getAttribute('open')).toBe(width < 1920 ? null : '')
    const button = await updates(sanne.page).locator('summary').boundingBox()
    expect(button).toMatchObject({ x: 0, height: 44 })
    // On a phone it stands above the row of the badge, which is that of a bar.
    expect(button!.y).toBeCloseTo(width < 768 ? 736 : 756, 0)
    expect(button!.width).toBeGreaterThanOrEqual(44)
    const newest = sanne.page.getByText('Legacy Pack #001: limited to 500')
    const shownFirst = width >= 1920
    expect(await newest.isVisible()).toBe(shownFirst)
    const name = updates(sanne.page).locator('summary span')
    const nameClip = await name.evaluate((one) => getComputedStyle(one).clipPath)
    expect(nameClip === 'none').toBe(width >= 1600)
    await updates(sanne.page).locator('summary').focus()
    await sanne.page.keyboard.press('Enter')
    expect(await newest.isVisible()).toBe(!shownFirst)
    // FORM-7: a button may be pressed again a second later.
    await sanne.page.clock.runFor(1_000)
    await sanne.page.keyboard.press('Space')
    expect(await newest.isVisible()).toBe(shownFirst)
    await sanne.leave()
  })

  test.each([
    ['upright', 800],
    ['lying, as a phone does', 360],
  ])('nothing fixed covers text that cannot be scrolled free, %s', async (_, height) => {
    const sanne = await visit(browser, app.url, { viewport: { width, height } })
    for (const text of ['usual', 'large']) {
      if (text === 'large') await largeText(sanne.page)
      expect(await coveredAtTheEnd(sanne.page), text).toEqual([])
      await eventually(sanne.page, () => recent(sanne.page).count()).toBe(1)
      expect(await coveredAtTheEnd(sanne.page), `${text}, with bar and notice`).toEqual([])
    }
    await sanne.leave()
  })
})

test('[HERO-6] the visible part of the folded box stands beside the text, never over it, at each width', async () => {
  const sanne = await visit(browser, app.url)
  for (const width of [320, 360, 390, 768, 1_024, 1_280, 1_599]) {
    await sanne.page.setViewportSize({ width, height: 800 })
    const [sign, seen, text] = await sanne.page.evaluate(() => {
      const widthOf = (part: string) =>
        parseFloat(getComputedStyle(document.querySelector('.updates summary')!, part).width)
      return [
        widthOf('::before'),
        widthOf('::after'),
        document.querySelector('h1')!.getBoundingClientRect().left,
      ] as const
    })
    expect([width, seen < text, seen - sign >= 8]).toEqual([width, true, true])
  }
  await sanne.leave()
})

test('in a low window of 740 x 360, 844 x 390 or 1366 x 650 nothing fixed covers text that cannot be scrolled free', async () => {
  const sanne = await visit(browser, app.url, { viewport: { width: 740, height: 360 } })
  const { page } = sanne
  expect(await coveredAtTheEnd(page)).toEqual([])
  // The scroll brought the bar, which the next windows shall not have either.
  await dock(page).getByRole('button', { name: 'Close' }).click()
  for (const [width, height] of [
    [844, 390],
    [1366, 650],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await coveredAtTheEnd(page), `at ${width} x ${height}`).toEqual([])
  }
  await sanne.leave()
})

test('[HERO-6] without script the box opens all the same', async () => {
  const sanne = await visitor(browser, { javaScriptEnabled: false })
  await sanne.page.goto(app.url)
  await updates(sanne.page).locator('summary').click()
  expect(await sanne.page.getByText('Founding status: the first 3,000').isVisible()).toBe(true)
  await sanne.leave()
})

/** Resolves once a frame was drawn with it: the bar's height is told to the page in that frame. */
const largeText = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        document.documentElement.style.fontSize = '200%'
        const heard = new ResizeObserver(() => {
          heard.disconnect()
          done()
        })
        heard.observe(document.documentElement)
      }),
  )

/**
 * What stands under the fixed things once the page is scrolled to its end: further down it cannot
 * go. From under the upper edge it can.
 */
const coveredAtTheEnd = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const fixed = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        getComputedStyle(element).position === 'fixed' &&
        element.getBoundingClientRect().top > 0 &&
        element.checkVisibility() &&
        element.offsetHeight > 0,
    )
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const covered: string[] = []
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement!
      if (
        !texts.currentNode.textContent?.trim() ||
        fixed.some((over) => over.contains(parent)) ||
        !parent.checkVisibility()
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      for (const box of range.getClientRects()) {
        const under = fixed
          .map((over) => over.getBoundingClientRect())
          .some(
            (over) =>
              box.right > over.left &&
              box.left < over.right &&
              box.bottom > over.top &&
              box.top < over.bottom,
          )
        if (under && box.width > 1) covered.push(texts.currentNode.textContent)
      }
    }
    return covered
  })

function textsOverTheEdge(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement!
    if (
      !texts.currentNode.textContent?.trim() ||
      !parent.checkVisibility() ||
      parent.closest('.trap') ||
      getComputedStyle(parent).clipPath !== 'none'
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    if ([...range.getClientRects()].some(({ left, right }) => left < -1 || right > innerWidth + 1))
      found.push(texts.currentNode.textContent)
  }
  return found
}

/**
 * Words in the page's matter that stand on two lines, and lines that lie on those of another
 * element.
 */
function brokenOrOverlapping(): string[] {
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  const lines: { parent: Element; text: string; box: DOMRect }[] = []
  const found: string[] = []
  const boxes = (node: Node, from: number, to: number) => {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return [...range.getClientRects()].filter(({ width }) => width > 1)
  }
  while (texts.nextNode()) {
    const node = texts.currentNode
    const parent = node.parentElement!
    const text = node.textContent ?? ''
    if (!parent.checkVisibility() || parent.closest('.trap, .hide, h1, [data-lazy-notice]'))
      continue
    for (const word of text.matchAll(/[^\s–-]+/g))
      if (boxes(node, word.index, word.index + word[0].length).length > 1)
        found.push(`broken: ${word[0]}`)
    for (const box of boxes(node, 0, text.length)) lines.push({ parent, text, box })
  }
  const shrunk = ({ left, right, top, bottom, height }: DOMRect) => ({
    left: left + 1,
    right: right - 1,
    top: top + height / 4,
    bottom: bottom - height / 4,
  })
  lines.forEach((one, index) =>
    lines.slice(index + 1).forEach((other) => {
      const [a, b] = [shrunk(one.box), shrunk(other.box)]
      if (
        !one.parent.contains(other.parent) &&
        !other.parent.contains(one.parent) &&
        a.left < b.right &&
        b.left < a.right &&
        a.top < b.bottom &&
        b.top < a.bottom
      )
        found.push(`${one.text} | ${other.text}`)
    }),
  )
  return found
}
