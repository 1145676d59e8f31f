import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and during hydration, then true. For parts that need a script. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
