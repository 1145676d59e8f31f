import type { Browser, Page } from 'playwright-core'
import { laterVisit } from './later-visit.ts'

type Shown = { time: string; source: string }
type Strip = { name: string; frames: Shown[] }
type Frame = { at: number; data: string }

const shownMs = 4_000
/** As many frames in a row as a README shows side by side. */
const inRow = 6
const rows = 2

/**
 * What moves, as strips of twelve frames, each with its time: the first four seconds of a
 * visit, a sign-up and the quiz. Frames are those that the browser draws in its own time, so a busy
 * machine shows fewer of them.
 */
export async function takeStrips(
  browser: Browser,
  url: string,
  { width, height, save }: Window & { save: (name: string, jpeg: Buffer) => void },
): Promise<void> {
  const page = await laterVisit(browser, url, { viewport: { width, height } })
  // With what moves at a browser's first load alone.
  await page.addInitScript(
    'new MutationObserver((_, seen) => { document.documentElement.dataset.first = 1; seen.disconnect() }).observe(document, { childList: true })',
  )
  for (const { name, frames } of [
    await load(page, url),
    await join(page, width),
    await quiz(page, url),
  ])
    save(name, await inRows(browser, width, frames))
  await page.close()
}

type Window = { width: number; height: number }

async function load(page: Page, url: string): Promise<Strip> {
  return {
    name: 'load',
    frames: await recorded(page, async () => {
      await page.goto(url, { waitUntil: 'commit' })
      return page.evaluate<number>('performance.timeOrigin')
    }),
  }
}

async function join(page: Page, width: number): Promise<Strip> {
  const form = page.locator('#hero .form')
  await page.evaluate('scrollTo(0, 0)')
  await form.getByLabel(/^E-?mail$/).fill(`strip.${width}@fuel.example`)
  return {
    name: 'join',
    frames: await recorded(page, async () => {
      const pressed = Date.now()
      await form.getByRole('button').click()
      await page.locator('#hero .welcome').waitFor()
      return pressed
    }),
  }
}

async function quiz(page: Page, url: string): Promise<Strip> {
  await page.goto(url)
  const link = page.locator('[data-cta="lead-magnet"]')
  await link.scrollIntoViewIfNeeded()
  await page.locator('[data-island="quiz"][data-hydrated]').waitFor()
  const dialog = page.locator('dialog[open]')
  return {
    name: 'quiz',
    frames: await recorded(page, async () => {
      const pressed = Date.now()
      await link.click()
      for (const answered of [0, 25, 50, 75]) {
        await dialog
          .locator(`progress[value="${answered}"], [aria-valuenow="${answered}"]`)
          .first()
          .waitFor()
        await page.waitForTimeout(400)
        await dialog.locator('.choice').first().click()
      }
      await dialog.getByLabel(/^E-?mail$/).waitFor()
      return pressed
    }),
  }
}

/** Twelve moments between the time that `act` returns and the last frame, four seconds later or more. */
async function recorded(page: Page, act: () => Promise<number>): Promise<Shown[]> {
  const session = await page.context().newCDPSession(page)
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1_000, data })
    // The last frame can come when nobody listens any more.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80 })
  const began = await act()
  await page.waitForTimeout(Math.max(shownMs - (Date.now() - began), 1_000))
  const lastedMs = Date.now() - began
  await session.send('Page.stopScreencast')
  await session.detach()
  const first = frames.findIndex(({ at }) => at >= began)
  if (first < 0) throw new Error('nothing was drawn')
  return Array.from({ length: inRow * rows }, (_, step) => {
    const ms = (lastedMs * step) / (inRow * rows - 1)
    const { data } = frames.findLast(({ at }) => at <= began + ms) ?? frames[first]!
    return { time: `${(ms / 1_000).toFixed(1)} s`, source: `data:image/jpeg;base64,${data}` }
  })
}

async function inRows(browser: Browser, width: number, frames: Shown[]): Promise<Buffer> {
  const shown = width < 600 ? 240 : 400
  const page = await browser.newPage({ viewport: { width: inRow * (shown + 8) + 8, height: 600 } })
  const cells = frames.map(
    ({ time, source }) =>
      `<figure style="margin:0">${time}<img alt="" src="${source}" style="display:block;width:${shown}px"></figure>`,
  )
  await page.setContent(
    `<body style="display:grid;grid-template-columns:repeat(${inRow},${shown}px);gap:8px;margin:0;padding:8px;background:#333;color:#eee;font:12px system-ui">${cells.join('')}`,
  )
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 70, fullPage: true })
  await page.close()
  return jpeg
}
