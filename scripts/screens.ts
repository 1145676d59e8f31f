import '../src/server/config/node-version.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page, type PageScreenshotOptions } from 'playwright-core'
import { readConfig } from '#server/config/config.ts'
import { startServer } from '#server/start.ts'
import { freePort } from '#test/free-port.ts'
import { silentLog } from '#test/silent-log.ts'
import { chromiumArgs, needChromium } from './chromium.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'
import { serveStates } from './states-server.ts'

/**
 * `npm run screens`: the contact sheet. Takes every section of the built page and every state of src/page/states at four
 * widths into .cache/screens/index.html; the widths that are kept go, small, into docs/screens. `page` or `states` takes one half.
 */
const root = resolve(import.meta.dirname, '..')
const widths = [360, 768, 1280, 1600]
const kept = new Set([360, 1280])
const only = process.argv[2]
const out = join(root, '.cache/screens')
const docs = join(root, 'docs/screens')
const executablePath = needChromium()

rmSync(out, { recursive: true, force: true })
mkdirSync(docs, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'ascend-screens-'))
const port = await freePort()
const read = readConfig({
  PORT: String(port),
  DATA_DIR: scratch,
  LIMITS: 'off',
  NODE_ENV: 'production',
})
if (!read.ok) throw new Error(read.problems.join('\n'))
const app = await startServer(read.config, { log: silentLog })
const states = await serveStates()
const browser = await chromium.launch({ executablePath, args: chromiumArgs })
const pictures: Picture[] = []
try {
  for (const width of widths) {
    mkdirSync(join(out, String(width)), { recursive: true })
    const page = await browser.newPage({
      viewport: { width, height: width < 768 ? 740 : 800 },
      reducedMotion: 'reduce',
    })
    // A busy machine takes long over a picture of the whole page.
    page.setDefaultTimeout(180_000)
    if (only !== 'states') await thePage(page, width)
    if (only !== 'page') await theStates(page, width)
    await page.close()
    console.log(`${width} px`)
  }
} finally {
  await browser.close()
  await states.close()
  await app.stop()
  rmSync(scratch, { recursive: true, force: true })
}
writeFileSync(join(out, 'index.html'), contactSheet(pictures, widths))
console.log(`${pictures.length} pictures: ${join(out, 'index.html')}`)

async function thePage(page: Page, width: number) {
  const url = `http://localhost:${port}`
  await page.goto(url)
  await drawn(page)
  await page.screenshot({ path: noted('page', 'first-view', width) })
  if (kept.has(width)) await page.screenshot({ path: join(docs, `first-view-${width}.png`) })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.locator('.urgency').waitFor()
  await drawn(page)
  for (const name of await page.evaluate<string[]>(
    "[...document.querySelectorAll('[data-section]')].map((section) => section.dataset.section)",
  )) {
    await page.locator(`[data-section="${name}"]`).screenshot({ path: noted('page', name, width) })
  }
  await wholePage(page, width, 'page')
  await page.locator('.reel').click()
  await page.locator('#video-overlay[open]').waitFor()
  await drawn(page)
  await page.screenshot({ path: noted('page', 'video-overlay', width) })
  for (const [name, path] of [
    ['404', '/no/such/path'],
    ['privacy', '/privacy'],
  ] as const) {
    await page.goto(url + path)
    await drawn(page)
    await page.screenshot({ path: noted('page', name, width), fullPage: true })
  }
}

async function theStates(page: Page, width: number) {
  // A call that never answers keeps the form submitting.
  await page.route(/functions\/v1/, () => {})
  await page.goto(states.url)
  await page.locator('#it-skeleton-avatar').waitFor()
  // A campaign without updates has no such states.
  for (const id of ['updates-open', 'updates-long']) {
    const box = page.locator(`#it-${id}`)
    if ((await box.count()) === 0) continue
    await box.locator('summary').click()
    await box.locator('details[open]').waitFor()
  }
  await page.locator('#it-form-submitting button').click()
  await page.locator('#it-form-submitting .form[data-state="submitting"]').waitFor()
  await page.mouse.move(0, 0)
  await drawn(page)
  // A state of small windows alone is not drawn in a larger one.
  const ids = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.it')].filter((state) => state.checkVisibility()).map((state) => state.id.slice(3))",
  )
  for (const id of ids)
    await page.locator(`#it-${id}`).screenshot({ path: noted('states', id, width) })
  await wholePage(page, width, 'states')
}

/**
 * Resolves when a picture can be taken: sections are laid out, islands that hydrate by themselves
 * are hydrated, fonts and images are loaded, and a frame was drawn afterwards.
 */
async function drawn(page: Page) {
  await page.waitForLoadState('load')
  for (const when of await page.evaluate<string[]>(
    '[...document.querySelectorAll(\'[data-island][data-trigger="idle"]\')].map((island) => `[data-island="${island.dataset.island}"][data-position="${island.dataset.position}"][data-hydrated]`)',
  )) {
    await page.locator(when).waitFor({ state: 'attached' })
  }
  await page.waitForFunction(`
    document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete)
    && [...document.querySelectorAll('.plate')].every((part) => getComputedStyle(part).contentVisibility === 'visible')
    && document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity)`)
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))',
  )
}

/**
 * Shows the whole page at once: including parts that are hidden until they are near, and without
 * overlays.
 */
async function wholePage(page: Page, width: number, name: string) {
  await page.evaluate(
    "scrollTo(0, 0); for (const over of document.querySelectorAll('[data-island=\"over\"]')) over.style.display = 'none'",
  )
  const take = async (how: PageScreenshotOptions) => {
    await page.evaluate(
      "for (const waiting of document.querySelectorAll('[data-blocked]')) waiting.removeAttribute('data-blocked')",
    )
    await page.screenshot({ ...how, fullPage: true })
  }
  await take({ path: join(out, String(width), `${name}.png`) })
  if (kept.has(width))
    await take({ path: join(docs, `${name}-${width}.jpg`), type: 'jpeg', quality: 48 })
}

function noted(group: string, name: string, width: number): string {
  pictures.push({ name: `${group}: ${name}`, width, file: `${width}/${name}.png` })
  return join(out, String(width), `${name}.png`)
}
