import { paths } from '#contract/api.ts'
import type { LiveMessage } from '#contract/live-message.ts'
import { followLive } from './follow-live.ts'
import { openServerClock } from './server-clock.ts'
import { isInUse, showClocks, showTexts } from './show-live.ts'

/**
 * LIVE-4: the script of a page with live figures. It imports nothing that the page's other scripts
 * have, so that those stay as they are without it. The pause button (FX-8) and a hidden tab end the
 * stream.
 */
addEventListener('load', () =>
  (window.requestIdleCallback ?? setTimeout)(() => startLive(document)),
)

function startLive(page: Document): void {
  const clock = openServerClock(() => performance.now())
  let following: { stop(): void } | null = null
  let launch: string | null = null
  let countedAt = 0
  let isOutdated = false

  function figures(message: LiveMessage) {
    clock.adjust(message.now)
    if (message.at < countedAt) return
    countedAt = message.at
    isOutdated ||= launch !== null && launch !== message.launch
    launch ??= message.launch
    if (!reloadIfOutdated()) showTexts(page, message)
  }

  function reloadIfOutdated(): boolean {
    const reloads = isOutdated && !isInUse(page)
    if (reloads) location.reload()
    return reloads
  }

  function tick() {
    reloadIfOutdated()
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
  open: () => new EventSource(paths.live),
  ask: async () => {
    const response = await fetch(paths.live, {
      cache: 'no-store',
      headers: { accept: 'application/json' },
    })
    if (!response.ok) throw new Error(String(response.status))
    return (await response.json()) as LiveMessage
  },
  random: Math.random,
}
