import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { openLaunch } from '#contract/launch/launch.ts'
import { renderCampaign } from '#page/shell/entry-server.tsx'
import { builtBundles } from '#server/http/bundles.ts'
import { countedOn } from '#test/live-figures.ts'
import { missingKeys, missingPairs } from '#test/missing-figures.ts'
import { withNull } from '#test/null-campaigns.ts'
import { serveBuilt, type ServedPages } from '../scripts/serve-built.ts'
import { openBrowser, visitor, windows } from './browser.ts'
import { measureInTurn } from './measures.ts'

const dist = resolve(import.meta.dirname, '../dist/fuel')
const at = Date.UTC(2026, 11, 9, 11, 4)
const day = 86_400_000
const counted = countedOn(at, {
  registered: 8_932,
  pieces: { legacyPack: [500, 288], program: [50, 8], founding: [3_000, 61], exit: [100, 61] },
  offers: {
    program: { endsAt: at + 9 * day },
    founding: { endsAt: at + 9 * day },
    earlyBird: { endsAt: at + day },
  },
})

/** Which figures are missing, beside none. */
const alone = [...missingKeys.map((key) => [key]), missingKeys]

let served: ServedPages
let browser: Browser
beforeAll(async () => {
  const bundles = await builtBundles(dist)
  served = await serveBuilt(dist, (path) => {
    const [, mode, missing] = path.split('/')
    if (mode !== 'simulated' && mode !== 'live') return undefined
    const page = renderCampaign(
      withNull(campaign, ...missing!.split(',').filter(Boolean)),
      { page: 'landing', pageToken: '' },
      {
        publicUrl: '',
        anonKey: '',
        optIn: 'double',
        facts: { now: at, mode, live: mode === 'live' ? counted : null, launch: openLaunch },
      },
    )
    return bundles.fill('page', page, path)
  })
  browser = await openBrowser()
})
afterAll(() => served.close())

const widths = [320, 390, 768, 1280, 1600]
const ends = windows(...widths)

test.each([
  [
    'at 320 to 1600 px the page with simulated figures has no holes with each figure alone missing, and all',
    'simulated',
    alone,
    widths,
  ],
  [
    'at the ends of 320 to 1600 px the page with simulated figures has no holes with each two figures of a section missing',
    'simulated',
    missingPairs,
    ends,
  ],
  [
    'at the ends of 320 to 1600 px the page with live figures has no holes with each figure alone missing, and all',
    'live',
    alone,
    ends,
  ],
] as const)('[LIVE-2] %s', async (_, mode, missing, widths) => {
  const sanne = await visitor(browser, { javaScriptEnabled: false })
  const { page } = sanne
  const whole: Record<number, Measures> = {}
  const found: object[] = []
  const urls = [[], ...missing].map((keys) => `${served.url}/${mode}/${keys.join(',')}`)
  await measureInTurn(page, urls, async (url) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const measured = await page.evaluate(measure)
      whole[width] ??= measured
      const faults = holes(measured, whole[width])
      if (faults.length > 0) found.push({ width, url, faults })
    }
  })
  expect(found).toEqual([])
  await sanne.leave()
})

/** `gap`: the highest empty band. `span`: how much of its width the section's contents take. */
type Measures = { sections: Record<string, { gap: number; span: number }>; tooWide: number }

/** Of its width; a line of text on a phone may be shorter. */
const leastSpan = 0.6

/**
 * No section may have a larger empty band than the page with all figures has, nor leave
 * a column of its width empty.
 */
function holes({ sections, tooWide }: Measures, whole: Measures): object[] {
  const most = Math.max(...Object.values(whole.sections).map(({ gap }) => gap))
  return [
    ...(tooWide === 0 ? [] : [{ tooWide }]),
    ...Object.entries(sections).flatMap(([name, { gap, span }]) =>
      gap > most + 1 || span < leastSpan ? [{ name, gap, span, most }] : [],
    ),
  ]
}

/** Where texts and drawings stand in each section. */
function measure(): Measures {
  const boxesIn = (section: Element) => {
    const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT)
    const boxes: DOMRect[] = []
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      boxes.push(...range.getClientRects())
    }
    const drawn = [...section.querySelectorAll('svg, input, button, img, video')]
    return [...boxes, ...drawn.map((one) => one.getBoundingClientRect())].filter(
      ({ width, height }) => width > 1 && height > 1,
    )
  }
  const sections: Measures['sections'] = {}
  for (const section of document.querySelectorAll('main > section')) {
    const { top, bottom, width } = section.getBoundingClientRect()
    const boxes = boxesIn(section).sort((a, b) => a.top - b.top)
    let [reached, gap] = [top, 0]
    for (const box of boxes) {
      gap = Math.max(gap, box.top - reached)
      reached = Math.max(reached, box.bottom)
    }
    gap = Math.max(gap, bottom - reached)
    const [left, right] = [
      Math.min(...boxes.map((box) => box.left)),
      Math.max(...boxes.map((box) => box.right)),
    ]
    sections[section.id] = { gap: Math.round(gap), span: (right - left) / width }
  }
  return { sections, tooWide: document.documentElement.scrollWidth - innerWidth }
}
