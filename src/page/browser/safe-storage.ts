/** What the browser keeps between visits, as texts by key. Full or forbidden storage is no error: it holds for this visit. */
export type SafeStorage = {
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
  keys(prefix: string): string[]
}

/** Reading `localStorage` itself can throw, so it is asked for each time. */
export function openShelf(storage: () => Storage): SafeStorage {
  const forThisVisit = new Map<string, string>()
  return {
    get: (key) => forThisVisit.get(key) ?? attempt(() => storage().getItem(key), null),
    set(key, text) {
      const kept = attempt(() => (storage().setItem(key, text), true), false)
      if (kept) forThisVisit.delete(key)
      else forThisVisit.set(key, text)
    },
    remove(key) {
      forThisVisit.delete(key)
      attempt(() => storage().removeItem(key), undefined)
    },
    keys(prefix) {
      const kept = attempt(() => Object.keys(storage()), [])
      return [...new Set([...kept, ...forThisVisit.keys()])].filter((key) => key.startsWith(prefix))
    },
  }
}

export const safeStorage = openShelf(() => localStorage)

/** Kept for the visit: until the tab is closed. */
export const visitShelf = openShelf(() => sessionStorage)

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
