import type { ComponentType } from 'react'
import { onFirstInteraction } from '#page/browser/first-interaction.ts'
import { hasModifier } from '#page/browser/modifier-keys.ts'
import { yieldToBrowser } from '#page/browser/separate-tasks.ts'
import { hydrateNearPageEnd, notHydrated } from './lazy-island.ts'
import type { hydrateIsland } from './hydrate.tsx'
import type { HydrationTrigger } from './island.tsx'

const loadTimeoutMs = 5_000
const retryDelayMs = 10_000

/**
 * How the browser loads the code of each island, by its name in the HTML, and the code that
 * hydrates any of them.
 */
export type IslandLoaders = {
  islands: Record<string, () => Promise<ComponentType<never>>>
  hydration: () => Promise<typeof hydrateIsland>
}

/** Hydrates each island of the page at its trigger. */
export function hydrateIslands(root: Document, loaders: IslandLoaders) {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) {
    const trigger = element.dataset.trigger as HydrationTrigger
    const hydrate = () => loadAndHydrate(element, loaders)
    if (trigger === 'near-end') {
      hydrateNearPageEnd(element, hydrate)
      continue
    }
    triggers[trigger](
      element,
      trigger !== 'idle' && element.dataset.panel
        ? holdClicks(element, hydrate)
        : () => void hydrateWithRetries(element, hydrate),
    )
  }
}

type Trigger = (element: Element, hydrate: () => unknown) => void

const triggers: Record<Exclude<HydrationTrigger, 'near-end'>, Trigger> = {
  // The entry script itself runs when the browser is idle.
  idle: (_, hydrate) => hydrate(),
  visible(element, hydrate) {
    try {
      onNearWindow(element, hydrate)
    } catch {
      onFirstInteraction(hydrate)
    }
  },
  interaction: (_, hydrate) => onFirstInteraction(hydrate),
}

/** Calls before the element comes into the window, so that its code is loaded by then. */
function onNearWindow(element: Element, act: () => unknown) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      act()
    },
    { rootMargin: '600px' },
  )
  observer.observe(element)
}

/**
 * After a failure, tries again at the visitor's next interaction, at the earliest ten seconds
 * later. Logs the first failure.
 */
async function hydrateWithRetries(element: HTMLElement, hydrate: () => Promise<void>) {
  for (let tries = 0; ; tries++) {
    try {
      return await hydrate()
    } catch (error) {
      if (tries === 0) warnOnce(notHydrated(element), error)
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    await new Promise((resolve) => triggers.interaction(element, () => resolve(null)))
  }
}

/** Islands that share a file fail with the same error, which is logged once. */
const warned = new Set<string>()
function warnOnce(text: string, error: unknown) {
  if (warned.has(String(error))) return
  warned.add(String(error))
  console.warn(text, error)
}

/**
 * Holds a click on an island until the first attempt to hydrate it has ended, then repeats it.
 * After a failure, or five seconds after the click, the link or form performs its default action.
 * Returns what hydrates the island.
 */
function holdClicks(element: HTMLElement, hydrate: () => Promise<void>) {
  let clicked: HTMLElement | null = null
  const release = () => {
    element.removeEventListener('click', hold, true)
    clicked?.click()
    clicked = null
  }
  let started: Promise<void> | undefined
  const start = () => (started ??= hydrateWithRetries(element, () => hydrate().finally(release)))
  const giveUp = () => {
    if (!clicked) return
    console.warn(notHydrated(element), `no code within ${loadTimeoutMs} ms`)
    release()
  }
  const hold = (event: MouseEvent) => {
    if (hasModifier(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!clicked) setTimeout(giveUp, loadTimeoutMs)
    clicked ??= event.target as HTMLElement
    void start()
  }
  element.addEventListener('click', hold, true)
  return start
}

async function loadAndHydrate(element: HTMLElement, { islands, hydration }: IslandLoaders) {
  const load = islands[element.dataset.island!]!
  const [component, hydrateIsland] = await Promise.all([load(), hydration()])
  await yieldToBrowser()
  await hydrateIsland(element, component)
}
