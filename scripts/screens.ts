import '../src/server/config/node-version.ts'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { chromium, type Page, type PageScreenshotOptions } from 'playwright-core'
import { cleanUpAfterFile } from '#test/after-file.ts'
import { readConfig } from '#server/config/config.ts'
import { startServer } from '#server/start.ts'
import { reservePort } from '#test/reserved-port.ts'
import { scenes, serveScreens, type SceneName, type ServedScreens } from '#test/seed.ts'
import { silentLog } from '#test/silent-log.ts'
import { takeCampaigns } from './campaign-screens.ts'
import { chromiumArgs, needChromium } from './chromium.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'
import { comparePictures } from './compare-pictures.ts'
import { takeJourneys } from './journey-screens.ts'
import { liveStates, serveLiveStates } from './live-states.ts'
import { laterVisit } from './later-visit.ts'
import { stateVisits } from './page-states.ts'
import { takeStrips } from './strip-screens.ts'

/**
 * `npm run screens`: the contact sheet .cache/screens/index.html. It shows the sections of the
 * built page, the dialogs, panels and pages that a visitor meets (journey-screens.ts), every state
 * of page-states.ts, the page with live figures (live-states.ts), and the screens of the dashboard
 * on a real store (test/seed.ts). Some pictures go into docs/screens, and with them the pages of all
 * campaigns side by side (campaign-screens.ts), whole pages and strips of what moves
 * (strip-screens.ts). `page`, `journeys`, `states`, `live`, `windows`, `dashboard`, `campaigns`,
 * `pages` or `strips` takes that part alone, and the name of a scene of
 * test/seed.ts, such as `weeks`, only its screens.
 *
 * `against=FOLDER` compares each picture with the one of the same name in FOLDER, a copy of an
 * earlier .cache/screens: it prints those that differ, and the sheet shows old, new and difference.
 * `beside=FOLDER` shows drawings named NAME-WIDTH.png beside the pictures of the same name.
 */
const root = resolve(import.meta.dirname, '..')
const widths = [320, 390, 768, 1280, 1600]
const heights: Readonly<Record<number, number>> = {
  320: 740,
  390: 844,
  768: 1024,
  1280: 800,
  1600: 900,
}
/**
 * Windows in which the first view has to stand as well; each is shown in the column of its width or
 * the next.
 */
const windows = [
  [320, 568, 320],
  [360, 640, 390],
  [844, 390, 768],
  [1920, 1080, 1600],
] as const
const inDocs = new Set([390, 1280])
/** The small pages and panels whose pictures go into docs/screens. */
const journeysInDocs = new Set(['joined', 'quiz-result', 'confirmed', 'me', '404'])
/** The screen of the dashboard whose first view goes into docs/screens. */
const dashboardInDocs = 'overview'
const parts = 'page journeys states live windows dashboard campaigns pages strips'.split(' ')
/** Of the whole pages in docs/screens, which are taken without reduced motion. */
const pageWidths = [360, 390, 768, 1280, 1440]
/** The widest is for parts whose design goes on to grow there. */
const ordinaryWidths = [320, 390, 768, 1280]
const given = process.argv.slice(2)
const chosenScenes = given.filter((argument): argument is SceneName => argument in scenes)
const chosen = given.filter((argument) => parts.includes(argument))
if (chosenScenes.length > 0) chosen.push('dashboard')
const takes = (part: string) => chosen.length === 0 || chosen.includes(part)
const folderOf = (name: string) => {
  const found = given.find((argument) => argument.startsWith(`${name}=`))
  return found && resolve(found.slice(name.length + 1))
}
const drawings = folderOf('beside')
const before = folderOf('against')
const out = join(root, '.cache/screens')
const docs = join(root, 'docs/screens')
const executablePath = needChromium()
/** How often a page is looked at, every 50 ms, until it is drawn. */
const mostLooks = 2_400
const withoutOverlays =
  "scrollTo(0, 0); for (const overlay of document.querySelectorAll('[data-island=\"overlays\"]')) overlay.style.display = 'none'"

if (before && (!existsSync(before) || !relative(out, before).startsWith('..')))
  throw new Error(`against=${before}: name a copy of an earlier .cache/screens`)
rmSync(out, { recursive: true, force: true })
mkdirSync(docs, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'ascend-screens-'))
const port = await reservePort()
const url = `http://localhost:${port}`
const read = readConfig({
  PORT: String(port),
  DATA_DIR: scratch,
  LIMITS: 'off',
  NODE_ENV: 'production',
})
if (!read.ok) throw new Error(read.problems.join('\n'))
const app = await startServer(read.config, { log: silentLog })
const dashboard = takes('dashboard')
  ? await serveScreens(chosenScenes.length > 0 ? chosenScenes : undefined)
  : null
const live = takes('live') ? await serveLiveStates(join(root, 'dist/fuel')) : null
const browser = await chromium.launch({ executablePath, args: chromiumArgs })
const pictures: Picture[] = []
try {
  for (const width of widths) {
    mkdirSync(join(out, String(width)), { recursive: true })
    if (takes('page')) await inWindow(width, heights[width]!, (page) => thePage(page, width))
    if (takes('journeys')) await inWindow(width, heights[width]!, (page) => journeys(page, width))
    if (takes('states') && ordinaryWidths.includes(width)) await theStates(width, heights[width]!)
    if (live && ordinaryWidths.includes(width))
      await inWindow(width, heights[width]!, (page) => theLiveStates(page, width, live.url))
    if (dashboard && ordinaryWidths.includes(width))
      await inWindow(width, heights[width]!, (page) => theDashboard(page, width, dashboard))
    console.log(`${width} px`)
  }
  if (takes('windows'))
    for (const [width, height, column] of windows)
      await inWindow(width, height, async (page) => {
        await page.goto(url)
        await drawn(page)
        const name = `first-view ${width} x ${height}`
        await page.screenshot({ path: noted('windows', name, column) })
      })
  if (takes('campaigns'))
    await takeCampaigns(browser, [...inDocs], (width, jpeg) =>
      writeFileSync(join(docs, `campaigns-${width}.jpg`), jpeg),
    )
  if (takes('pages')) for (const width of pageWidths) await inMotion(width)
  if (takes('strips'))
    for (const width of inDocs)
      await takeStrips(browser, url, {
        width,
        height: heights[width]!,
        save: (name, jpeg) => writeFileSync(join(docs, `strip-${name}-${width}.jpg`), jpeg),
      })
  if (before) await inWindow(1280, 800, (page) => comparePictures(page, pictures, { before, out }))
} finally {
  await browser.close()
  for (const served of [dashboard, live]) await served?.close()
  await cleanUpAfterFile()
  await app.stop()
  rmSync(scratch, { recursive: true, force: true })
}
writeFileSync(join(out, 'index.html'), contactSheet(pictures, widths))
console.log(`${pictures.length} pictures: ${join(out, 'index.html')}`)

/** Each part has a visitor of its own. */
async function inWindow(width: number, height: number, take: (page: Page) => Promise<void>) {
  const page = await laterVisit(browser, url, {
    viewport: { width, height },
    reducedMotion: 'reduce',
  })
  await take(page)
  await page.close()
}

/** The whole page as it is after somebody has scrolled through it. */
async function inMotion(width: number) {
  const height = heights[width] ?? 844
  const page = await laterVisit(browser, url, { viewport: { width, height } })
  await page.goto(url)
  await drawn(page)
  const end = await page.evaluate<number>('document.body.scrollHeight')
  for (let top = 0; top < end; top += height / 2) {
    await page.evaluate(`scrollTo(0, ${top})`)
    await page.waitForTimeout(100)
  }
  await page.locator('.assembled').waitFor()
  await drawn(page)
  await wholePage(page, small(`page-${width}`))
  await page.close()
}

async function thePage(page: Page, width: number) {
  await page.goto(url)
  await drawn(page)
  await page.screenshot({ path: noted('page', 'first-view', width) })
  if (inDocs.has(width)) await page.screenshot({ path: join(docs, `first-view-${width}.png`) })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.locator('.urgency').waitFor()
  await drawn(page)
  for (const name of await page.evaluate<string[]>(
    "[...document.querySelectorAll('[data-section]')].map((section) => section.dataset.section)",
  )) {
    await page.locator(`[data-section="${name}"]`).screenshot({ path: noted('page', name, width) })
  }
  await wholePage(page, { path: join(out, String(width), 'page.png') })
}

function journeys(page: Page, width: number) {
  return takeJourneys({
    page,
    url,
    width,
    drawn: () => drawn(page),
    take: async (name, options) => {
      await page.screenshot({ ...options, path: noted('journeys', name, width) })
      if (inDocs.has(width) && journeysInDocs.has(name))
        await page.screenshot({ ...options, ...small(`${name}-${width}`) })
    },
  })
}

async function theStates(width: number, height: number) {
  for (const visit of Object.values(stateVisits))
    await inWindow(width, height, (page) =>
      visit({
        page,
        url,
        take: async (name) => {
          await untilDrawn(page)
          await page.screenshot({ path: noted('states', name, width) })
        },
      }),
    )
}

/** The first view and the whole page of each state. */
async function theLiveStates(page: Page, width: number, url: string) {
  for (const { name } of liveStates) {
    await page.goto(`${url}/${name}`)
    await drawn(page)
    await page.screenshot({ path: noted('live', name, width) })
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await drawn(page)
    await page.evaluate(withoutOverlays)
    await page.screenshot({ path: noted('live', `${name} whole`, width), fullPage: true })
  }
}

/** The screens of the dashboard, as the scenes of test/seed.ts lead to them. */
async function theDashboard(page: Page, width: number, { url: at, names }: ServedScreens) {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const name of names) {
    await page.goto(`${at}/${name}`)
    await drawn(page)
    if (name === dashboardInDocs && inDocs.has(width)) {
      await page.screenshot(small(`dashboard-${width}`))
      await page.emulateMedia({ colorScheme: 'light' })
      await page.screenshot(small(`dashboard-light-${width}`))
      await page.emulateMedia({ colorScheme: 'dark' })
    }
    await page.screenshot({ path: noted('dashboard', name, width), fullPage: true })
  }
}

/**
 * Resolves once a picture is complete: sections laid out, islands that hydrate by themselves
 * hydrated, fonts and images loaded, animations ended, and a frame drawn after all that.
 */
async function drawn(page: Page) {
  await page.waitForLoadState('load')
  for (const when of await page.evaluate<string[]>(
    '[...document.querySelectorAll(\'[data-island][data-trigger="idle"]\')].map((island) => `[data-island="${island.dataset.island}"][data-position="${island.dataset.position}"][data-hydrated]`)',
  )) {
    await page.locator(when).waitFor({ state: 'attached' })
  }
  await untilDrawn(page)
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))',
  )
}

/** Also where the page's clock stands still, and with it what waits for a frame. */
async function untilDrawn(page: Page) {
  // Polled from here: in the page, its content security policy forbids to evaluate a text.
  const isDrawn = `
    document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete)
    && [...document.querySelectorAll('.js .plate')].every((part) => getComputedStyle(part).contentVisibility === 'visible')
    && document.getAnimations().every((animation) => animation.playState !== 'running' || animation.timeline !== document.timeline || animation.effect?.getComputedTiming().iterations === Infinity)`
  for (let looks = 0; !(await page.evaluate<boolean>(isDrawn)); looks++) {
    if (looks > mostLooks) throw new Error(`${page.url()} is not drawn`)
    await page.waitForTimeout(50)
  }
}

/**
 * The whole page at once, with elements that wait hidden until they are near, and without overlays.
 */
async function wholePage(page: Page, options: PageScreenshotOptions) {
  await page.evaluate(withoutOverlays)
  await page.evaluate(
    "for (const waiting of document.querySelectorAll('[data-blocked]')) waiting.removeAttribute('data-blocked')",
  )
  await page.screenshot({ ...options, fullPage: true })
}

/** For docs/screens, whose pictures are part of the repository. */
function small(name: string): PageScreenshotOptions {
  return { path: join(docs, `${name}.jpg`), type: 'jpeg', quality: 40 }
}

function noted(group: string, name: string, width: number): string {
  const file = `${width}/${group}-${name.replaceAll(' ', '-')}.png`
  const drawing = drawings && resolve(drawings, `${name}-${width}.png`)
  pictures.push({
    name: `${group}: ${name}`,
    width,
    file,
    others: drawing && existsSync(drawing) ? { 'as drawn': drawing } : {},
  })
  return join(out, file)
}
