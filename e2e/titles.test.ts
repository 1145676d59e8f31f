import { resolve } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { openLaunch } from '#contract/launch/launch.ts'
import { Headline } from '#page/sections/headline.tsx'
import { renderCampaign } from '#page/shell/entry-server.tsx'
import { builtBundles } from '#server/http/bundles.ts'
import { serveBuilt, type ServedPages } from '../scripts/serve-built.ts'
import { openBrowser, visitor } from './browser.ts'
import { textsOutside } from './measures.ts'

const widths = [320, 390, 768, 1024, 1280, 1600, 1920]
const lengths = Array.from({ length: 90 }, (_, index) => index + 1)
/** Each is at least 90 characters long. */
const kinds = {
  words:
    'We set a fair line for all who wait, and each of them has a say in what comes next. Ask us now.',
  sentences:
    'Nothing is lost. Your place waits for you. It is yours. Take it now, or pass it on to a friend.',
  'long words':
    'Donaudampfschiffahrtsgesellschaftskapitän Rindfleischetikettierungsüberwachungsaufgabengesetz',
  'one word': 'Wachstumsbeschleunigungsmechanismus'.repeat(3),
  'wide letters':
    'WWMMWMWM MWMWWMMW WMWMMWWM MMWWMWMW WMMWMWMW MWWMMWMW WMWMWMMW MWMWWMWM WMWMWMWM MWMWMWMW',
  'another script':
    'Место в очереди ждёт вас. Подтвердите свой адрес электронной почты, и мы напишем вам завтра.',
  'no spaces': '先行登録を受け付けています今すぐ登録して順番を確保してください'.repeat(3),
} as const
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]
const titleOf = (kind: Kind, length: number) => kinds[kind].slice(0, length).trim()

const facts = { now: Date.now(), mode: 'simulated', live: null, launch: openLaunch } as const
const site = { publicUrl: '', anonKey: '', optIn: 'double', facts } as const

let served: ServedPages
let browser: Browser
beforeAll(async () => {
  const dist = resolve(import.meta.dirname, '../dist/fuel')
  const bundles = await builtBundles(dist)
  const landing = (words: Campaign) =>
    bundles.fill('page', renderCampaign(words, { page: 'landing', pageToken: '' }, site), '/')
  served = await serveBuilt(dist, (path) => {
    const [, page, kind = ''] = decodeURI(path).split('/')
    if (page === 'headlines') return landing(campaign).then((html) => withAll(html, kind as Kind))
    return page === 'sections' ? landing(withTitles(titleOf(kind as Kind, 90))) : undefined
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

/** The page with a headline of each length in the column of its own. */
const withAll = (html: string, kind: Kind) =>
  html.replace(/<h1.*?<\/h1>/s, () =>
    lengths
      .map((length) =>
        renderToStaticMarkup(createElement(Headline, { text: titleOf(kind, length) })),
      )
      .join('\n'),
  )

/** The campaign with this text in the place of every title of a section. */
function withTitles(title: string): Campaign {
  const { sections } = campaign
  const [begin, end] = [title.slice(0, title.length / 2), title.slice(title.length / 2)]
  return {
    ...campaign,
    hero: { ...campaign.hero, headline: title },
    sections: {
      ...sections,
      contents: sections.contents && { ...sections.contents, title: [begin, end] },
      proof: { ...sections.proof!, title },
      video: sections.video && { ...sections.video, title },
      quiz: sections.quiz && { ...sections.quiz, title },
      exclusivity: sections.exclusivity && {
        ...sections.exclusivity,
        title: [begin, end],
        who: { ...sections.exclusivity.who, title },
      },
      final: { ...sections.final, title },
    },
  }
}

/** Headlines whose lines are wider than their column, by more than the overhang of a letter. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1')].flatMap((headline) => {
      const most = headline.parentElement!.getBoundingClientRect().width * 1.02
      const range = document.createRange()
      range.selectNodeContents(headline)
      const { width } = range.getBoundingClientRect()
      return width > most ? [`${headline.textContent}: ${width} of ${most}`] : []
    }),
  )

async function expectFit(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect([
      width,
      await page.evaluate(() => document.documentElement.scrollWidth),
      await page.evaluate(textsOutside),
      await tooWide(page),
    ]).toEqual([width, width, [], []])
  }
}

test.each(names)(
  '[BRAND-5] headlines of 1 to 90 characters (%s) stay inside their column from 320 to 1920 px',
  async (kind) => {
    const anna = await visitor(browser, { javaScriptEnabled: false })
    await anna.page.goto(`${served.url}/headlines/${kind}`)
    expect(await anna.page.locator('h1').count()).toBe(lengths.length)
    await expectFit(anna.page)
    await anna.leave()
  },
)

test.each(names)(
  '[BRAND-5] titles of sections of 90 characters (%s) stay inside the window from 320 to 1920 px',
  async (kind) => {
    const anna = await visitor(browser, { javaScriptEnabled: false })
    await anna.page.goto(`${served.url}/sections/${kind}`)
    await expectFit(anna.page)
    await anna.leave()
  },
)
