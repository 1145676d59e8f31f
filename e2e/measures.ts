import { get } from 'node:http'
import { AxeBuilder } from '@axe-core/playwright'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'

/** Status line, headers and body, as they cross the wire. */
export const bytesOf = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n\r\n`.length
      for (let index = 0; index < response.rawHeaders.length; index += 2)
        bytes += `${response.rawHeaders[index]}: ${response.rawHeaders[index + 1]}\r\n`.length
      response
        .on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        .on('end', () => resolve(bytes))
        .on('error', reject)
    }).on('error', reject)
  })

/**
 * No page has frames, which it would look into from a window of its own; and only what is wrong is
 * told. Both take most of its time.
 */
const onlyWrong = { resultTypes: ['violations'] } as const
export const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: [...onlyWrong.resultTypes] })

type WithAxe = Window & {
  axe?: {
    run(context: { include: string[] }, options: object): Promise<{ violations: { id: string }[] }>
  }
}

/**
 * The ids of the rules that the page breaks, or the elements of these selectors. A document keeps
 * the script, which loads longer than it runs; from then on it is asked itself, as the builder
 * takes longer than its rules.
 */
export async function findings(page: Page, parts: string[] = ['html']): Promise<string[]> {
  const found = await page.evaluate(
    async ({ include, options }) => {
      const { axe } = window as WithAxe
      return (await axe?.run({ include }, options))?.violations.map(({ id }) => id)
    },
    { include: parts, options: onlyWrong },
  )
  if (found) return found
  const builder = parts.reduce((builder, part) => builder.include(part), axe(page))
  return (await builder.analyze()).violations.map(({ id }) => id)
}

/**
 * Opens these pages one after the other, and measures each. All but the first are written into its
 * document: that keeps the script of axe, which takes longer to load than a page. For pages of one
 * server that do not ask for their own address.
 */
export async function measureInTurn(
  page: Page,
  urls: readonly string[],
  measure: (url: string) => Promise<void>,
) {
  for (const [index, url] of urls.entries()) {
    if (index === 0) await page.goto(url)
    else await page.setContent(await (await fetch(url)).text())
    await measure(url)
  }
}

type Shifted = { shifted: number; moved: string[] }

/** Runs in the page, before or after its load. */
export function countShifts() {
  Object.assign(window, { shifted: 0, moved: [] })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const so = window as unknown as Shifted
      so.shifted += entry.value
      so.moved.push(
        ...entry.sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${(node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 120) ?? 'gone'} ${[from.x, from.y, from.width, from.height]} > ${[to.x, to.y, to.width, to.height]}`,
        ),
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** As counted so far, where the page's clock is in the test's hand and no frame comes by itself. */
export const shiftsSoFar = (page: Page) =>
  page.evaluate(() => {
    const { shifted, moved } = window as unknown as Shifted
    return shifted && `${shifted}: ${moved.join(' ')}`
  })

/** Two frames later, so that the last shift is counted: 0, or how much and what moved. */
export async function shiftsOf(page: Page) {
  await twoFrames(page)
  return shiftsSoFar(page)
}

/** By then the page was told of a scroll before, and has acted. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
      }),
  )

/** Links inside a line of text are exempt; a radio button is as large as the label around it. */
export const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, a, summary, input:not([type="hidden"], [tabindex="-1"])',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.matches('.skip, .consent a, label input'),
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // A transform leaves 44 px a millionth short at times.
      .filter(({ box }) => Math.min(box.height, box.width) < 43.99)
      .map(
        ({ element, box }) =>
          `${element.outerHTML} in ${element.parentElement?.className}: ${box.width} x ${box.height}`,
      ),
  )

/**
 * What is wrong with a page at each of these widths: it is wider than its window (`needed`), or has
 * controls that are too small; at the first and the last, that it breaks a rule of axe, which takes
 * four times as long as the rest. It is loaded once, as only its styles know a width. The system is
 * set to light, and at the last width to dark (DASH-14).
 */
export async function faultsAtWidths(page: Page, widths: readonly number[]) {
  const faults = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await setScheme(page, width === widths.at(-1) ? 'dark' : 'light')
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    const isEnd = width === widths[0] || width === widths.at(-1)
    const found = isEnd ? await findings(page) : []
    const small = await smallTargets(page)
    if (needed !== width || found.length + small.length > 0)
      faults.push({ width, needed, found, small })
  }
  return faults
}

/** The setting of the system. Colours are measured after their transitions. */
export async function setScheme(page: Page, colorScheme: 'dark' | 'light') {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  )
}

/** Texts of which a line begins or ends outside the window, or that are cut off by their box. */
export function textsOutside(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const outside: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!
    if (
      !node.textContent?.trim() ||
      !parent.checkVisibility({ visibilityProperty: true }) ||
      parent.closest('.skip, .trap, script, style')
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()]
    if (
      rects.some(({ left, right, width }) => width > 0 && (left < -0.5 || right > innerWidth + 0.5))
    )
      outside.push(`${parent.tagName}.${parent.className}: ${node.textContent.trim().slice(0, 60)}`)
  }
  return outside
}

// React writes attribute names as it likes, and void elements with a slash; HTML reads both alike.
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-inline-style': 'error',
    'doctype-style': 'off',
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

/** What is not valid in an HTML document. */
export async function faultsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
