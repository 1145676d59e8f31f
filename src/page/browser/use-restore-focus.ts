import { useLayoutEffect, type RefObject } from 'react'

/**
 * When the box is removed while it has the focus, the focus returns to the element it came from. If
 * that is not in the window, it moves to the first text that is: the next Tab continues there, and
 * the page does not scroll (WCAG 2.4.3).
 */
export function useRestoreFocus(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const removed = box.current
    if (!removed) return
    let from: Element | null = null
    const note = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !removed.contains(relatedTarget)) from = relatedTarget
    }
    removed.addEventListener('focusin', note)
    return () => {
      removed.removeEventListener('focusin', note)
      if (removed.contains(document.activeElement)) restoreFocus(from, removed)
    }
  }, [box])
}

function restoreFocus(from: Element | null, removed: Element) {
  if (from instanceof HTMLElement && isInWindow(from)) return from.focus({ preventScroll: true })
  const behind = removed.closest('dialog') ?? document.querySelector('main')
  const text = [...(behind?.querySelectorAll<HTMLElement>('h1, h2, h3, p, li') ?? [])].find(
    (element) => !removed.contains(element) && isInWindow(element),
  )
  if (!text) return
  const tabIndex = text.getAttribute('tabindex')
  text.tabIndex = -1
  text.focus({ preventScroll: true })
  if (tabIndex === null)
    text.addEventListener('blur', () => text.removeAttribute('tabindex'), { once: true })
}

function isInWindow(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return (
    element.isConnected &&
    element.checkVisibility({ visibilityProperty: true }) &&
    top >= 0 &&
    top < bottom &&
    bottom <= innerHeight
  )
}
