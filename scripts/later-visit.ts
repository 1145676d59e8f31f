import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/**
 * A visitor's second visit, on which text has its typeface (decision 099), and without the debug
 * badge, which is on the page for its developers.
 */
export async function laterVisit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await browser.newPage(options)
  // A busy machine takes long over a picture of the whole page.
  page.setDefaultTimeout(90_000)
  await page.addInitScript(`
    try { localStorage.setItem('ascend.seen', '1') } catch {}
    addEventListener('DOMContentLoaded', () => document.querySelector('.debug-badge')?.remove())`)
  // The typefaces are in the cache from here on, and come before the first paint.
  await page.goto(url)
  await page.evaluate('Promise.all([...document.fonts].map((face) => face.load())).catch(() => {})')
  await page.goto('about:blank')
  return page
}
