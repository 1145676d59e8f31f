import type { Overlay, OverlayCoordinator } from './overlay-coordinator.ts'
import { hasSucceeded } from './popup-refusal.ts'

/**
 * Tells the coordinator when a dialog whose id is a popup's key opens or closes, however that
 * happens: by a button of the page (`command`), by script, by Escape or by a click on the backdrop.
 * Closes the dialogs that the coordinator has closed. Neither `toggle` nor `close` bubbles. Returns
 * a function that stops it.
 */
export function syncDialogs(
  page: Document,
  popups: readonly Overlay[],
  { slots, popupKey, request, close }: OverlayCoordinator,
): () => void {
  const stopped = new AbortController()
  const sync = ({ target }: Pick<Event, 'target'>) => {
    const popup = target instanceof HTMLDialogElement && popups.find(({ key }) => key === target.id)
    if (!popup) return
    if (!target.open) close(popup, hasSucceeded(popup))
    else if (popupKey() !== popup.key) request(popup)
  }
  for (const type of ['toggle', 'close'])
    page.addEventListener(type, sync, { capture: true, signal: stopped.signal })
  for (const target of page.querySelectorAll('dialog[open]')) sync({ target })
  const unsubscribe = slots.popup.subscribe(() => {
    for (const dialog of page.querySelectorAll<HTMLDialogElement>('dialog[open]'))
      if (dialog.id !== popupKey() && popups.some(({ key }) => key === dialog.id)) dialog.close()
  })
  return () => {
    stopped.abort()
    unsubscribe()
  }
}
