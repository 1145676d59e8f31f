import { useLayoutEffect } from 'react'

/** `<html data-…>` says that something stands, for the styles of what makes room: `body:has(…)` would look through the whole page at each change. */
export function useRootMark(name: `data-${string}`, on: boolean) {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute(name, on)
    return () => root.removeAttribute(name)
  }, [name, on])
}
