import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { comesAs } from './bar-height.ts'

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

/** BAR-1: folds the bar as it comes, before it is seen, where it would be too high: only drawn it tells what it makes of the visitor's size of text. */
export function useFirstFold(box: RefObject<HTMLElement | null>, fold: () => void) {
  const act = useEffectEvent(fold)
  useLayoutEffect(() => {
    const bar = box.current?.querySelector('.dock[data-state="visible"]')
    if (
      bar &&
      comesAs({ barPx: bar.getBoundingClientRect().height, windowPx: innerHeight }) === 'minimized'
    )
      act()
  }, [box])
}
