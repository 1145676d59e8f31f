import { prefix } from '#campaign'
import { rise } from '#art'
import { livePath } from '#contract/api.ts'
import { levelAt } from '#contract/figures/gauge-level.ts'
import { tenth } from '#contract/text.ts'
import { liveMark, type LiveMessage } from '#contract/live/message.ts'
import { fieldsInUse } from '#page/browser/fields.ts'
import { isPaused, motion } from '#page/browser/motion.ts'
import { pageClock } from '#page/browser/page-clock.ts'
import { followLive } from './follow-live.ts'
import { fromServer, showFigures } from './show-figures.ts'

/*
 * The figures of a page in the browser (decision 086):
 *
 * Each second of the page's clock, which the pause button and a hidden tab stop (FX-8),
 * show-figures.ts writes what each element says: a counter with `data-tick`, a text of the server's
 * newest message with `data-live`, a clock with `data-left` or `data-live-ends`. Islands that draw
 * such elements call it too, so that no old number is seen.
 * On a page with live figures, which a <meta> names, follow-live.ts follows the stream or polls,
 * and server-clock.ts keeps the server's time.
 */

export function startFigures(page: Document): void {
  const own = page.querySelector<HTMLMetaElement>(`meta[name="${liveMark}"]`)?.content.split(' ')
  const show = own ? followServer(page, own) : () => showFigures(page)
  pageClock.subscribe(show)
  pageClock.start()
  // The banner fades in once its script runs (TOP-1).
  page.querySelector('.strip')?.setAttribute('data-mounted', '')
}

/** Thousands of open pages hear of a change at once, and must not all ask for the page at once. */
const reloadSpreadMs = 5_000

/**
 * LIVE-4: follows the server while the page is seen and not paused. A page of another state of the
 * launch is loaded again, once it is not in use. Returns what shows the newest message.
 */
function followServer(page: Document, [ownLaunch, renderedAt, ownStage]: string[]): () => void {
  const { clock } = fromServer
  let following: { stop(): void } | null = null
  let reloadAt: number | null = null

  function show() {
    showFigures(page)
    const { message } = fromServer
    if (!message) return
    const { launch, stage, share } = message
    showLevel(page, share)
    if (launch === ownLaunch && stage <= Number(ownStage)) return
    reloadAt ??= performance.now() + Math.random() * reloadSpreadMs
    if (performance.now() >= reloadAt && !isInUse(page)) reloadOnce(`${launch} ${stage}`)
  }

  /** A message from before the page says nothing that the page does not. */
  function figures(message: LiveMessage) {
    clock.adjust(message.now)
    if (message.now < Number(renderedAt) || message.at < (fromServer.message?.at ?? 0)) return
    fromServer.message = message
    show()
  }

  function followWhileSeen() {
    const isSeen = !page.hidden && !isPaused()
    if (isSeen === !!following) return
    following?.stop()
    clock.forget()
    following = isSeen ? followLive(transport, { figures, time: clock.adjust }) : null
  }

  page.addEventListener('visibilitychange', followWhileSeen)
  motion.subscribe(followWhileSeen)
  followWhileSeen()
  return show
}

/** Whether the visitor types, has typed, or looks into a dialog other than a popup's offer. */
const isInUse = (page: Document): boolean =>
  fieldsInUse(page).length > 0 || page.querySelector('dialog[open]:not(:has(.terms))') !== null

const transport = {
  open: () => new EventSource(prefix + livePath),
  ask: async () => {
    const response = await fetch(prefix + livePath, {
      cache: 'no-store',
      headers: { accept: 'application/json' },
    })
    if (!response.ok) throw new Error(String(response.status))
    return (await response.json()) as LiveMessage
  },
  random: Math.random,
}

/**
 * HERO-2: moves the level of the landing page's drawing, with all that has `data-rise`
 * (campaign/art.ts). Without a live gauge its height stays as it is.
 */
function showLevel(page: Document, share: number): void {
  const unit = page.querySelector('.hero .unit:has(.gauge [data-live])')
  const height = unit?.querySelector<SVGSVGElement>('.gauge > svg')?.height.baseVal
  const by = height ? levelAt(share, rise) - height.value : 0
  if (!unit || !height || !by) return
  height.value += by
  for (const one of unit.querySelectorAll('[data-rise]')) {
    const change = (name: string, changed: (text: string) => unknown) => {
      const text = one.getAttribute(name)
      if (text) one.setAttribute(name, `${changed(text)}`)
    }
    for (const name of ['cy', 'y']) change(name, (y) => tenth(+y + by))
    change('height', (height) => tenth(+height - by))
    change('d', (d) =>
      d.replace(
        /(M\S+ )([\d.]+)(v)?([\d.]+)?/g,
        (_, x, y, v, long) => x + tenth(+y + by) + (v ? v + tenth(long - by) : ''),
      ),
    )
  }
}

/** More changes than an open page meets; servers that disagree would never end. */
const mostReloads = 9

/**
 * Loads the page again, unless that was done for the same state, or often: while servers disagree,
 * as in a rolling restart, or behind a stale cache, the page and the messages can differ again and
 * again. The mark is in the history's entry, which a reload keeps even without storage. A page that
 * answers a form is not asked for again.
 */
function reloadOnce(state: string): void {
  const done: string[] = history.state?.reloaded ?? []
  if (location.pathname !== prefix + '/' || done[0] === state || done.length === mostReloads) return
  history.replaceState({ ...history.state, reloaded: [state, ...done] }, '')
  location.reload()
}
