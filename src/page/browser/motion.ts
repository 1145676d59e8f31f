import { safeStorage } from './safe-storage.ts'
import { createStore, type Store } from './store.ts'

/**
 * `paused`: the visitor paused live updates (FX-8). `reduced`: the system asks for less motion
 * (FX-7).
 */
export type Motion = { paused: boolean; reduced: boolean }

const key = 'ascend.paused'
const less = '(prefers-reduced-motion: reduce)'
const store = createStore<Motion>({ paused: false, reduced: false })

/**
 * The page's motion setting. `paused` stops counters, clocks and motion; `reduced` stops motion
 * only.
 */
export const motion: Store<Motion> = store

export const isPaused = () => store.read().paused
export const isMotionStopped = () => stopsMotion(store.read())

/** FX-7, FX-8: either is enough. */
export const stopsMotion = ({ paused, reduced }: Motion): boolean => paused || reduced

/**
 * Reads the stored choice and the system's setting, and marks the page for its styles: `<html
 * data-paused>`.
 */
export function startMotion(page: Document) {
  const query = matchMedia(less)
  const write = (next: Partial<Motion>) => {
    store.write({ ...store.read(), ...next })
    page.documentElement.toggleAttribute('data-paused', isPaused())
    for (const button of page.querySelectorAll('[data-pause]'))
      button.setAttribute('aria-pressed', String(isPaused()))
  }
  write({ paused: safeStorage.get(key) !== null, reduced: query.matches })
  query.addEventListener('change', () => write({ reduced: query.matches }))
  page.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-pause]')) return
    write({ paused: !isPaused() })
    if (isPaused()) safeStorage.set(key, '1')
    else safeStorage.remove(key)
  })
}
