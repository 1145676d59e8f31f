/**
 * State that islands share, read through `useSyncExternalStore`. Only the browser writes to it: on
 * the server all requests share the module.
 */
export type Store<T> = { read: () => T; subscribe: (listener: () => void) => () => void }
export type WritableStore<T> = Store<T> & { write: (value: T) => void }

/**
 * Listeners are called when a write changes the value. `subscribe` returns a function that
 * unsubscribes.
 */
export function createStore<T>(initial: T): WritableStore<T> {
  const listeners = new Set<() => void>()
  let value = initial
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
