import { safeSessionStorage } from '#page/browser/safe-storage.ts'

const key = 'ascend.reloaded'

/**
 * Loads the page again, unless that was done for the same state: while servers disagree, as in a
 * rolling restart, the page and the messages can come from two of them again and again. A page that
 * answers a form is not asked for again.
 */
export function reloadOnce(state: string): void {
  if (location.pathname !== '/' || safeSessionStorage.get(key) === state) return
  safeSessionStorage.set(key, state)
  location.reload()
}
