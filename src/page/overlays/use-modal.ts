import { useLayoutEffect, type RefObject } from 'react'

/**
 * Opens and closes the dialog in the box. The focus goes to its heading, so that keys meant for the page type nothing, and
 * with the closing, which comes before the dialog is taken out of the page, back to where it was.
 */
export function useModal(box: RefObject<HTMLElement | null>, open: boolean) {
  useLayoutEffect(() => {
    const dialog = box.current?.querySelector('dialog')
    if (!open || !dialog) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('h2')?.focus()
    if (!knowsClosedBy() && dialog.getAttribute('closedby') === 'any')
      dialog.addEventListener('click', closeBeside)
    return () => {
      dialog.removeEventListener('click', closeBeside)
      dialog.close()
    }
  }, [box, open])
}

const knowsClosedBy = () => 'closedBy' in HTMLDialogElement.prototype

/** For browsers without `closedby`. What is pressed beside the box is the dialog itself. */
function closeBeside(event: MouseEvent) {
  const dialog = event.currentTarget as HTMLDialogElement
  if (event.target === dialog && !isInside(dialog, event)) dialog.close()
}

type Point = { clientX: number; clientY: number }

export function isInside(element: Element | null, { clientX, clientY }: Point): boolean {
  const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
