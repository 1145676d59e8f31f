import type { SafeStorage } from '#page/browser/safe-storage.ts'

const key = 'ascend.session'

/**
 * TRACK-2: made once, and read again each time, so that tabs that opened together agree. It never
 * leaves the browser.
 */
export function sessionOf(safeStorage: SafeStorage, now: number, random: () => string): string {
  const known = safeStorage.get(key)
  if (known) return known
  const made = `ascend-${now}-${random()}`
  safeStorage.set(key, made)
  return made
}

/** Not `randomUUID`, which a page without https does not have. */
export const randomText = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (number) => number.toString(36)).join('')
