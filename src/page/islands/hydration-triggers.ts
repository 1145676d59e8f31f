import type { ComponentType } from 'react'
import { onFirstMove } from '#page/browser/first-move.ts'
import { nextTask } from '#page/browser/one-a-task.ts'
import { askAgainForSheets } from '#page/browser/sheets.ts'
import { hydrateFarDown } from './lazy-island.ts'
import type { hydrateIsland } from './hydrate.tsx'
import type { When } from './island.tsx'

const patienceMs = 5_000
const pauseMs = 10_000

/** How the browser loads the code of each island, by its name in the HTML, and the code that hydrates any of them. */
export type IslandLoaders = {
  islands: Record<string, () => Promise<ComponentType<never>>>
  hydration: () => Promise<typeof hydrateIsland>
}

/** Makes each island of the page interactive at its trigger. */
export function hydrateIslands(root: Document, loaders: IslandLoaders) {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) {
    const when = element.dataset.when as When
    const wake = () => hydrate(element, loaders)
    if (when === 'far') {
      hydrateFarDown(element, wake)
      continue
    }
    moments[when](
      element,
      when === 'touched' && element.dataset.panel
        ? holdClicks(element, wake)
        : () => void wakeOrLater(element, wake),
    )
  }
}

const moments: Record<Exclude<When, 'far'>, (element: Element, wake: () => unknown) => void> = {
  // The script itself came when the browser was idle.
  idle: (_, wake) => wake(),
  visible(element, wake) {
    try {
      whenNear(element, wake)
    } catch {
      onFirstMove(wake)
    }
  },
  touched: (_, wake) => onFirstMove(wake),
}

/** Before it comes into the window, so that what it needs is there by then. */
function whenNear(element: Element, act: () => unknown) {
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      near.disconnect()
      act()
    },
    { rootMargin: '600px' },
  )
  near.observe(element)
}

/** What could not be had is told once, and asked for again at a move of the visitor's, each time ten seconds later at the earliest. */
async function wakeOrLater(element: HTMLElement, wake: () => Promise<void>) {
  for (let tries = 0; ; tries++) {
    try {
      return await wake()
    } catch (error) {
      if (tries === 0) tellOnce(asleep(element), error)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await new Promise((resolve) => moments.touched(element, () => resolve(null)))
    await askAgainForSheets()
  }
}

/** Islands that share a file fail together: one line tells of all of them. */
const told = new Set<string>()
function tellOnce(text: string, error: unknown) {
  if (told.has(String(error))) return
  told.add(String(error))
  console.warn(text, error)
}

/** A click that comes before the island's code is held until it can act; if it can't in time, the link or form acts by itself. */
function holdClicks(element: HTMLElement, wake: () => Promise<void>) {
  let held: HTMLElement | null = null
  const release = () => {
    element.removeEventListener('click', hold, true)
    held?.click()
  }
  const settle = once(() =>
    Promise.race([wake(), late()])
      .catch((error: unknown) => console.warn(asleep(element), error))
      .finally(release),
  )
  const hold = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    held ??= event.target as HTMLElement
    void settle()
  }
  element.addEventListener('click', hold, true)
  return settle
}

const late = () =>
  new Promise<never>((_, reject) =>
    setTimeout(reject, patienceMs, new Error(`no code within ${patienceMs} ms`)),
  )
const asleep = (element: HTMLElement) => `Island ${element.dataset.island} did not wake:`

async function hydrate(element: HTMLElement, { islands, hydration }: IslandLoaders) {
  const load = islands[element.dataset.island!]!
  const [component, hydrateIsland] = await Promise.all([load(), hydration()])
  await nextTask()
  await hydrateIsland(element, component)
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | null = null
  return () => (done ??= { value: work() }).value
}
