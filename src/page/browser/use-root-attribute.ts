import { useLayoutEffect } from 'react'

/**
 * Sets an attribute of `<html>` while `on` is true. Styles read it: with `body:has(…)` the browser
 * would recalculate the styles of the whole page at each change of the focus.
 */
export function useRootAttribute(name: `data-${string}`, on: boolean) {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute(name, on)
    return () => root.removeAttribute(name)
  }, [name, on])
}
