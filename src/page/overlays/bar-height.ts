import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'

const maxShare = 0.15

/**
 * BAR-1: a bar that would take more than this share of the window's height appears minimized, until
 * the visitor restores it.
 */
export const initialStateOf = ({
  barPx,
  windowPx,
}: {
  barPx: number
  windowPx: number
}): 'visible' | 'minimized' => (barPx > windowPx * maxShare ? 'minimized' : 'visible')

/** The elements that contain the overlays which stand above a bar. */
const overlayRoots = 'body > aside, body > [data-island="toasts"], body > [data-island="overlays"]'

/**
 * Sets `--bar` to the height of the bar in the box, by which styles keep notices above it. Elements
 * of `main` do not inherit it, because the browser would recalculate the styles of them all: the
 * end of the page and focused fields are kept above the bar by properties of their own.
 */
export function useBarHeight(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const bar = box.current?.firstElementChild
    if (!bar) return
    let height = ''
    const write = () => {
      const measured = `${bar.getBoundingClientRect().height}px`
      if (measured !== height) setBarHeight((height = measured))
    }
    write()
    const observer = new ResizeObserver(write)
    observer.observe(bar)
    return () => {
      observer.disconnect()
      setBarHeight('')
    }
    // Not at each render: without the property for a moment, a page at its end would scroll up by
    // the bar's height.
  }, [box])
}

/** An empty height removes the properties. */
function setBarHeight(height: string) {
  document.documentElement.style.scrollPaddingBottom = height && `calc(5rem + ${height})`
  document.body.style.paddingBottom = height
  for (const { style } of document.querySelectorAll<HTMLElement>(overlayRoots))
    style.setProperty('--bar', height)
}

/**
 * Minimizes a bar that is too high before it is painted. Its height depends on the visitor's text
 * size, so it is measured.
 */
export function useInitialState(box: RefObject<HTMLElement | null>, minimize: () => void) {
  const onTooHigh = useEffectEvent(minimize)
  useLayoutEffect(() => {
    const bar = box.current?.querySelector('.dock[data-state="visible"]')
    const barPx = bar?.getBoundingClientRect().height ?? 0
    if (initialStateOf({ barPx, windowPx: innerHeight }) === 'minimized') onTooHigh()
  }, [box])
}
