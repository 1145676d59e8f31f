import { existsSync } from 'node:fs'

/** Where the system has its Chromium; undefined where it has none. */
export const chromiumPath: string | undefined = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))

/** For what cannot go on without one. */
export function needChromium(): string {
  if (!chromiumPath) throw new Error('no Chromium was found: install the package chromium')
  return chromiumPath
}
