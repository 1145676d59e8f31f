import { useLayoutEffect, type RefObject } from 'react'

/**
 * Opens and closes the dialog in the box. On opening, its heading gets the focus, so that keys
 * meant for the page type nothing. On closing, before the dialog is removed, the focus returns to
 * where it was.
 */
export function useModal(box: RefObject<HTMLElement | null>, open: boolean) {
  useLayoutEffect(() => {
    const dialog = box.current?.querySelector('dialog')
    if (!open || !dialog) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('h2')?.focus()
    if (!supportsClosedBy() && dialog.getAttribute('closedby') === 'any')
      dialog.addEventListener('click', closeOnBackdrop)
    return () => {
      dialog.removeEventListener('click', closeOnBackdrop)
      dialog.close()
    }
  }, [box, open])
}

const supportsClosedBy = () => 'closedBy' in HTMLDialogElement.prototype

/** For browsers without `closedby`. The target of a press on the backdrop is the dialog itself. */
function closeOnBackdrop(event: MouseEvent) {
  const dialog = event.currentTarget as HTMLDialogElement
  if (event.target === dialog && !isInside(dialog, event)) dialog.close()
}

type Point = { clientX: number; clientY: number }

export function isInside(element: Element | null, { clientX, clientY }: Point): boolean {
  const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
