import '../src/server/config/node-version.ts'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { campaign, theme } from '#campaign'
import { cardNames, cardPath } from '#contract/launch/reached-marks.ts'
import { faviconOf } from './campaign-look.ts'
import { cardPage, cardShows, cardSize, type CardShows } from './card-picture.ts'
import { palettePng } from './palette-png.ts'
import { platePage, plateSize } from './mail-plate.ts'
import { chromiumArgs, needChromium } from './chromium.ts'

/**
 * `npm run card`: draws the pictures for previews of a shared link, one for each state of the
 * launch, the icon for phones' home screens, and the background of the mails.
 */
const root = resolve(import.meta.dirname, '..')
/** Of the campaign that CAMPAIGN names. */
const folder = join(root, 'campaigns', campaign.name)
const file = (path: string) => join(folder, path)

const font = `data:font/woff2;base64,${readFileSync(join(root, 'campaigns/base/fonts/archivo-600-wdth.woff2'), 'base64')}`
const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArgs })
try {
  const cards: Record<string, { shows: CardShows; sha256: string }> = {}
  for (const name of cardNames) {
    const shows = cardShows(campaign, name)
    const png = await shot(cardPage(shows, font), cardSize, 'html[data-fitted]')
    const path = cardPath(name)
    writeFileSync(file(`public${path}`), png)
    cards[path.slice(1)] = { shows, sha256: createHash('sha256').update(png).digest('hex') }
    console.log(`${path}: ${png.length} bytes.`)
  }
  writeFileSync(file('card.json'), `${JSON.stringify(cards, null, 2)}\n`)
  const icon = await shot(
    `<style>*{margin:0;display:block}</style>${faviconOf(campaign.name, theme)}`,
    { width: 180, height: 180 },
  )
  writeFileSync(file('public/apple-touch-icon.png'), icon)
  const plate = await palettePng(await browser.newPage(), await shot(platePage, plateSize), {
    ground: [10, 10, 11],
    inks: [
      [200, 197, 190],
      [244, 183, 64],
    ],
  })
  writeFileSync(file('public/mail-plate.png'), plate)
  console.log(
    `public/apple-touch-icon.png: ${icon.length} bytes. public/mail-plate.png: ${plate.length} bytes.`,
  )
} finally {
  await browser.close()
}

async function shot(
  html: string,
  viewport: { width: number; height: number },
  ready = 'html',
): Promise<Buffer> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1 })
  await page.setContent(html)
  await page.locator(ready).waitFor({ state: 'attached' })
  return page.screenshot({ type: 'png' })
}
