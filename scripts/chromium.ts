import { existsSync } from 'node:fs'

/** Where the system has its Chromium; undefined where it has none. The headless shell opens a window at half the cost of a whole browser, and shows pages alike. */
export const chromiumPath: string | undefined = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))

/** For what cannot go on without one. */
export function needChromium(): string {
  if (!chromiumPath)
    throw new Error(
      'no Chromium was found: install the package chromium-headless-shell or chromium',
    )
  return chromiumPath
}

/** What a whole browser does beside showing pages, more than half of its time; a later list takes the place of Playwright's, whose names it repeats as far as they matter here. */
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
/** For a Chromium that shows pages and does nothing else. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${without.join(',')}`,
]
