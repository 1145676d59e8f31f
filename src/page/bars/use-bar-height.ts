import { useLayoutEffect, type RefObject } from 'react'

/** `--bar` is the height of the bar in the box, for what stands above it, and for where a focused field may stand. */
export function useBarHeight(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const bar = box.current?.firstElementChild
    const { style } = document.documentElement
    if (!bar) return
    const write = () => style.setProperty('--bar', `${bar.getBoundingClientRect().height}px`)
    write()
    const observer = new ResizeObserver(write)
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty('--bar')
    }
  })
}
