import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import * as art from '#art'
import { campaign, theme } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import { cardNames, type CardName } from '#contract/launch/reached-marks.ts'
import { faviconOf } from '../scripts/campaign-look.ts'
import { cardPage, cardShows, cardSize } from '../scripts/card-picture.tsx'
import { fontOf } from '../scripts/pictures.tsx'
import { openBrowser } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const look = { theme, art, font: fontOf(theme), mark: faviconOf(campaign.name, theme) }
const withHeadline = (
  headline: Campaign['hero']['headline'],
  brand = campaign.brand,
): Campaign => ({
  ...campaign,
  brand,
  hero: { ...campaign.hero, headline, badge: 'Gjpqy '.repeat(8).trim() },
})
const long = 'Gypsy jogging quay, '
const longCard = { above: long.repeat(4), title: long.repeat(3), text: long.repeat(8) }

test.each<[string, Campaign, CardName?]>([
  ['the shipped campaign', campaign],
  ['another brand', otherCampaign],
  ...cardNames.map((name): [string, Campaign, CardName] => [`state '${name}'`, campaign, name]),
  ['another brand that is closed', otherCampaign, 'closed'],
  [
    'a closed list with long words',
    {
      ...campaign,
      ends: { ...campaign.ends, closed: { ...campaign.ends.closed, card: longCard } },
    },
    'closed',
  ],
  ['a headline of descenders', withHeadline('Gjpqy gjpqy. gjpqy gjpqy gjpqy, gjpqy gjpqy.')],
  [
    'a brand of 80 letters and a headline of 300',
    withHeadline(long.repeat(15).trim(), 'Gjpqy'.repeat(16)),
  ],
  ['lines of descenders', withHeadline('Gjpqy gjpqy. Gjpqy gjpqy.')],
])(
  'the card of %s: each text is whole, inside the card and on no other',
  async (_, data, name = '') => {
    const page = await browser.newPage({ viewport: cardSize })
    await page.setContent(cardPage(cardShows(data, name), look))
    await page.locator('html[data-fitted]').waitFor()
    const inks = await page.evaluate(boxes)
    expect(inks.map(({ text }) => text)).toContain(data.brand)
    // The drawing begins below 466 px; the line under the header is at 83 px.
    for (const { text, left, right, top, bottom, sizePx, clips } of inks) {
      expect([text, left >= 55, right <= 1_145, top >= 20, bottom <= 470, clips]).toEqual([
        text,
        true,
        true,
        true,
        true,
        false,
      ])
      expect([text, sizePx >= 6]).toEqual([text, true])
    }
    const meet = inks.flatMap((one, at) =>
      inks
        .slice(at + 1)
        .filter(
          (other) =>
            one.parent !== other.parent &&
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        )
        .map((other) => `${one.text} / ${other.text}`),
    )
    expect(meet).toEqual([])
    await page.close()
  },
)

/**
 * Each text's measured box, and whether something around it cuts it off. Lines of one headline
 * share a parent.
 */
function boxes() {
  return [
    ...document.querySelectorAll<HTMLElement>(
      'header b, header span, h1 span, .badge span, .text span, .level b, .level span, .level i',
    ),
  ].map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    const clips = [element, element.parentElement!].some(
      (box) => getComputedStyle(box).overflow !== 'visible' && box !== document.body,
    )
    return {
      text: element.textContent,
      parent: element.parentElement!.className || element.parentElement!.tagName,
      left,
      right,
      top,
      bottom,
      clips,
      sizePx: parseFloat(getComputedStyle(element).fontSize),
    }
  })
}
