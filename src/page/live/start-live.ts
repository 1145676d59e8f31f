import { livePath } from '#contract/api.ts'
import { liveMark, type LiveMessage } from '#contract/live-message.ts'
import { followLive } from './follow-live.ts'
import { reloadOnce } from './reload-once.ts'
import { openServerClock } from './server-clock.ts'
import { isInUse, showClocks, showLevel, showTexts } from './show-live.ts'

/** Thousands of open pages hear of a change at once, and must not all ask for the page at once. */
const reloadSpreadMs = 5_000

/**
 * LIVE-4: keeps a page with live figures up to date. The pause button (FX-8) and a hidden tab end
 * the stream. A page of another state of the launch is loaded again, once it is not in use.
 */
export function startLive(page: Document): void {
  const own = page.querySelector<HTMLMetaElement>(`meta[name="${liveMark}"]`)?.content.split(' ')
  if (!own) return
  const [ownLaunch, renderedAt, ownStage] = own
  const clock = openServerClock(() => performance.now())
  let following: { stop(): void } | null = null
  let newest: LiveMessage | null = null
  let reloadAt: number | null = null

  /** A message from before the page says nothing that the page does not. */
  function figures(message: LiveMessage) {
    clock.adjust(message.now)
    if (message.now < Number(renderedAt) || message.at < (newest?.at ?? 0)) return
    newest = message
    show()
  }

  /** Again each second, since a bar that opens says what the page said when it was rendered. */
  function show() {
    if (!newest) return
    const { launch, stage, level } = newest
    const isOutdated = launch !== ownLaunch || stage > Number(ownStage)
    if (isOutdated) {
      reloadAt ??= performance.now() + Math.random() * reloadSpreadMs
      if (performance.now() >= reloadAt && !isInUse(page)) reloadOnce(`${launch} ${stage}`)
    }
    showTexts(page, newest)
    showLevel(page, level)
  }

  function tick() {
    show()
    const now = clock.now()
    if (following && now !== null) showClocks(page, now)
  }

  function followWhileSeen() {
    const isSeen = !page.hidden && !page.documentElement.hasAttribute('data-paused')
    if (isSeen === (following !== null)) return
    following?.stop()
    clock.forget()
    following = isSeen ? followLive(transport, { figures, time: clock.adjust }) : null
  }

  page.addEventListener('visibilitychange', followWhileSeen)
  new MutationObserver(followWhileSeen).observe(page.documentElement, {
    attributeFilter: ['data-paused'],
  })
  setInterval(tick, 1_000)
  followWhileSeen()
}

const transport = {
  open: () => new EventSource(livePath),
  ask: async () => {
    const response = await fetch(livePath, {
      cache: 'no-store',
      headers: { accept: 'application/json' },
    })
    if (!response.ok) throw new Error(String(response.status))
    return (await response.json()) as LiveMessage
  },
  random: Math.random,
}
