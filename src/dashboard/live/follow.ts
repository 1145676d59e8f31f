import { minuteMs } from '#contract/time.ts'
import { asFollowing, loadScreen, showParts } from './parts.ts'

/** DASH-12: how often the parts follow, and for how long after the last input so often. */
const [oftenMs, seldomMs, eagerMs] = [10_000, minuteMs, 10 * minuteMs]

/**
 * DASH-12: parts with `data-follow` follow what the server counts while the tab is visible. When the
 * session has ended, a sentence of the screen says so, and what was typed stays.
 */
export function startFollowing(document: Document) {
  if (!document.querySelector('[data-follow]')) return
  let [inputAt, shownAt] = [Date.now(), Date.now()]
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(kind, () => (inputAt = Date.now()), { passive: true })
  const follow = async () => {
    shownAt = Date.now()
    const now = await loadScreen(location.href, asFollowing)
    const ended = document.querySelector<HTMLElement>('[data-signed-out]')
    if (ended && now !== 'away') ended.hidden = now !== 'signed-out'
    if (typeof now === 'string') return
    // A screen of something under way leads on when it has ended.
    if (new URL(now.url).pathname !== location.pathname) return location.assign(now.url)
    showParts(now.page, '[data-part][data-follow]')
  }
  const isDue = () => Date.now() - shownAt >= (Date.now() - inputAt < eagerMs ? oftenMs : seldomMs)
  setInterval(() => {
    if (!document.hidden && isDue()) void follow()
  }, 1_000)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && isDue()) void follow()
  })
}
