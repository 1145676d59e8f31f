import { useLayoutEffect, type RefObject } from 'react'

/**
 * What goes while it holds the focus gives it back to where it came from, or, where that is not in the window, to the first text that is:
 * the next Tab goes on from there, and the page does not scroll (WCAG 2.4.3).
 */
export function useFocusBack(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const going = box.current
    if (!going) return
    let from: Element | null = null
    const note = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !going.contains(relatedTarget)) from = relatedTarget
    }
    going.addEventListener('focusin', note)
    return () => {
      going.removeEventListener('focusin', note)
      if (going.contains(document.activeElement)) giveFocus(from, going)
    }
  }, [box])
}

function giveFocus(from: Element | null, going: Element) {
  if (from instanceof HTMLElement && isInWindow(from)) return from.focus({ preventScroll: true })
  const behind = going.closest('dialog') ?? document.querySelector('main')
  const text = [...(behind?.querySelectorAll<HTMLElement>('h1, h2, h3, p, li') ?? [])].find(
    (one) => !going.contains(one) && isInWindow(one),
  )
  if (!text) return
  const was = text.getAttribute('tabindex')
  text.tabIndex = -1
  text.focus({ preventScroll: true })
  if (was === null)
    text.addEventListener('blur', () => text.removeAttribute('tabindex'), { once: true })
}

function isInWindow(one: HTMLElement): boolean {
  const { top, bottom } = one.getBoundingClientRect()
  return (
    one.isConnected &&
    one.checkVisibility({ visibilityProperty: true }) &&
    top >= 0 &&
    top < bottom &&
    bottom <= innerHeight
  )
}
