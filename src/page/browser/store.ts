/** What islands share: read through `useSyncExternalStore`. Written in the browser only, since all requests share a server's modules. */
export type Store<T> = { read: () => T; subscribe: (listener: () => void) => () => void }
export type OpenStore<T> = Store<T> & { write: (value: T) => void }

/** Who listens hears of a write only where the value is another one. */
export function openStore<T>(first: T): OpenStore<T> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    read: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    write(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of Array.from(listeners)) listener()
    },
  }
}
