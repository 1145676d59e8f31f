import { safeStorage } from './safe-storage.ts'
import { openStore } from './store.ts'

/** `paused`: the visitor paused live updates (FX-8). `reduced`: the system asks for less motion (FX-7). */
export type Motion = { paused: boolean; reduced: boolean }

const key = 'ascend.paused'
const less = '(prefers-reduced-motion: reduce)'
const store = openStore<Motion>({ paused: false, reduced: false })

/** The one store of what may move and count. Paused stops what counts; paused or reduced stops what moves. */
export const motion = {
  read: store.read,
  subscribe: store.subscribe,
  readOnServer: (): Motion => atRest,
}
const atRest: Motion = { paused: false, reduced: false }

export const isPaused = () => store.read().paused
export const isStill = () => staysStill(store.read())

/** FX-7, FX-8: either is enough. */
export const staysStill = ({ paused, reduced }: Motion): boolean => paused || reduced

/** Reads what was remembered and what the system wants, and tells the page's styles: `<html data-paused>`. */
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
