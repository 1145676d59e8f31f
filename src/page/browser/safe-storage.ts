/**
 * Texts by key, as in a `Storage`, but full or forbidden storage is no error: then a text lives as
 * long as the page.
 */
export type SafeStorage = {
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
  keys(prefix: string): string[]
}

/** `storage` is a function because reading `localStorage` itself can throw. */
export function openSafeStorage(storage: () => Storage): SafeStorage {
  const inMemory = new Map<string, string>()
  return {
    get: (key) => inMemory.get(key) ?? attempt(() => storage().getItem(key), null),
    set(key, text) {
      const stored = attempt(() => (storage().setItem(key, text), true), false)
      if (stored) inMemory.delete(key)
      else inMemory.set(key, text)
    },
    remove(key) {
      inMemory.delete(key)
      attempt(() => storage().removeItem(key), undefined)
    },
    keys(prefix) {
      const stored = attempt(() => Object.keys(storage()), [])
      return [...new Set([...stored, ...inMemory.keys()])].filter((key) => key.startsWith(prefix))
    },
  }
}

/** Lasts between visits. */
export const safeStorage = openSafeStorage(() => localStorage)

/** Lasts until the tab is closed. */
export const safeSessionStorage = openSafeStorage(() => sessionStorage)

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
