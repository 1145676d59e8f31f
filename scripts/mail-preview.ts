import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer, isRunnableDevEnvironment } from 'vite'
import { campaign } from '#campaign'
import { sizeWarning } from '#contract/letters/letters.ts'
import type { MailBundle, RenderedMail } from '#contract/render.ts'
import { everyMail } from '#test/every-mail.ts'
import { mailPlate } from '#contract/api.ts'
import { chromiumArgs, needChromium } from './chromium.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'

/**
 * `npm run mail -- preview`: every mail of the campaign, for each type, at the width of a phone and
 * of a window, light and dark, as HTML, text and picture into .cache/mails, and all of them on one
 * page, .cache/mails/index.html.
 */
const root = resolve(import.meta.dirname, '..')
const out = join(root, '.cache/mails')
const widths = [375, 600]
const views = (['light', 'dark'] as const).flatMap((scheme) =>
  widths.map((width) => [scheme, width] as const),
)

const executablePath = needChromium()
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const mails = await rendered()
for (const { name, html, text } of mails) {
  writeFileSync(join(out, `${name}.html`), html)
  writeFileSync(join(out, `${name}.txt`), text)
  const warning = sizeWarning(Buffer.byteLength(html))
  if (warning !== null) console.warn(`${name}: ${warning}`)
}
const pictures = await taken()
const texts = new Map(
  mails.map(({ name, subject, text }) => [`${name}, dark`, `Subject: ${subject}\n\n${text}`]),
)
writeFileSync(join(out, 'index.html'), contactSheet(pictures, widths, texts))
console.log(`${mails.length} mails, ${pictures.length} pictures: ${join(out, 'index.html')}`)

async function rendered(): Promise<(RenderedMail & { name: string })[]> {
  const vite = await createServer({
    root,
    cacheDir: join(root, '.cache/vite-mails'),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
  })
  try {
    const environment = vite.environments['mails']
    if (!environment || !isRunnableDevEnvironment(environment))
      throw new Error('the mails cannot be loaded')
    const { renderMail } = await environment.runner.import<MailBundle>(
      '/src/mails/entry-server.tsx',
    )
    return await Promise.all(
      everyMail(campaign).map(async ({ name, mail }) => ({ name, ...(await renderMail(mail)) })),
    )
  } finally {
    await vite.close()
  }
}

async function taken(): Promise<Picture[]> {
  const pictures: Picture[] = []
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    for (const [colorScheme, width] of views) {
      const page = await browser.newPage({ viewport: { width, height: 320 }, colorScheme })
      await page.route(`**${mailPlate}`, (route) =>
        route.fulfill({ path: join(root, 'campaigns', campaign.name, 'public', mailPlate) }),
      )
      for (const { name, html } of mails) {
        const file = `${name}-${width}-${colorScheme}.png`
        await page.setContent(html)
        await page.screenshot({ path: join(out, file), fullPage: true })
        pictures.push({ name: `${name}, ${colorScheme}`, width, file })
      }
    }
  } finally {
    await browser.close()
  }
  return pictures
}
