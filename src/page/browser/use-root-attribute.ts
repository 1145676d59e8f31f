import { useLayoutEffect } from 'react'

/**
 * Sets an attribute of `<html>` while `on` is true. Styles read it: `body:has(…)` would match
 * against the whole page at each change.
 */
export function useRootAttribute(name: `data-${string}`, on: boolean) {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute(name, on)
    return () => root.removeAttribute(name)
  }, [name, on])
}
