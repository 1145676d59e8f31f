import '../src/server/config/node-version.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer, isRunnableDevEnvironment } from 'vite'
import type { Art } from '#campaign/art.ts'
import { chromiumArgs, needChromium } from './chromium.ts'
import { icoOf, sha256, type DrawnPictures, type Picture } from './drawn-pictures.ts'
import { palettePng } from './palette-png.ts'
import { loadCampaigns, servedCampaign } from './write-campaign.ts'

/**
 * `npm run card`: draws the pictures of the campaign that CAMPAIGN names into its public/, from its
 * words, its theme and its art: a card for each state of the launch, which previews of a shared
 * link show, the icons of home screens and old browsers, and the background of mails.
 */
const folder = join(resolve(import.meta.dirname, '..'), 'campaigns', servedCampaign)
const pictures = await drawings()
const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArgs })
try {
  const drawn: DrawnPictures = {}
  for (const picture of pictures) {
    const file = await drawnFile(picture)
    const path = join(folder, 'public', picture.name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, file)
    drawn[picture.name] = { shows: sha256(picture.html), sha256: sha256(file) }
    console.log(`public/${picture.name}: ${file.length} bytes.`)
  }
  writeFileSync(join(folder, 'card.json'), `${JSON.stringify(drawn, null, 2)}\n`)
} finally {
  await browser.close()
}

/** Node reads no JSX: Vite loads what draws. */
async function drawings(): Promise<readonly Picture[]> {
  const vite = await createServer({
    server: { middlewareMode: true, watch: null, ws: false },
    appType: 'custom',
    logLevel: 'error',
  })
  try {
    const environment = vite.environments['page']
    if (!environment || !isRunnableDevEnvironment(environment))
      throw new Error('the page environment cannot run modules')
    const load = <T>(path: string) => environment.runner.import<T>(path)
    const { picturesOf } = await load<typeof import('./pictures.tsx')>('/scripts/pictures.tsx')
    return picturesOf(await loadCampaigns(servedCampaign), await load<Art>('#art'))
  } finally {
    await vite.close()
  }
}

async function drawnFile({ html, size, ready = 'html', palette, isIco }: Picture): Promise<Buffer> {
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1 })
  await page.setContent(html)
  await page.locator(ready).waitFor({ state: 'attached' })
  const png = await page.screenshot({ type: 'png' })
  const file = palette ? await palettePng(page, png, palette) : png
  return isIco ? icoOf(file) : file
}
