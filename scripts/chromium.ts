import { existsSync } from 'node:fs'

/**
 * The path of the system's Chromium, or undefined. The headless shell opens a window at half the
 * cost of a whole browser, and renders pages alike.
 */
export const chromiumPath: string | undefined = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))

/** Throws an error if there is no Chromium. */
export function needChromium(): string {
  if (!chromiumPath)
    throw new Error(
      'no Chromium was found: install the package chromium-headless-shell or chromium',
    )
  return chromiumPath
}

/**
 * Features of a whole browser that rendering does not need; they take more than half of its time. A
 * later list replaces Playwright's, so it repeats the names that matter here.
 */
const without = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'Translate',
]
/** The options of a Chromium that only renders pages. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A process for each page costs a tenth of a test's time.
  '--renderer-process-limit=1',
  `--disable-features=${without.join(',')}`,
]
