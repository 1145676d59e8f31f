import type { Place, PopupRule } from './popup-coordinator.ts'

/**
 * A dialog whose id is a popup's key takes the place and gives it back, whoever opened or closed it: a button of the page
 * (`command`), this script, Escape, or a click beside it. Neither event bubbles. Returns how to stop.
 */
export function followDialogs(
  page: Document,
  popups: readonly PopupRule[],
  place: Place,
): () => void {
  const ended = new AbortController()
  const follow = ({ target }: Pick<Event, 'target'>) => {
    const popup = target instanceof HTMLDialogElement && popups.find(({ key }) => key === target.id)
    if (!popup) return
    if (!target.open) place.leave(popup)
    else if (place.read() !== popup.key) place.ask(popup)
  }
  for (const type of ['toggle', 'close'])
    page.addEventListener(type, follow, { capture: true, signal: ended.signal })
  for (const target of page.querySelectorAll('dialog[open]')) follow({ target })
  const closeOthers = place.subscribe(() => {
    for (const dialog of page.querySelectorAll<HTMLDialogElement>('dialog[open]'))
      if (dialog.id !== place.read() && popups.some(({ key }) => key === dialog.id)) dialog.close()
  })
  return () => {
    ended.abort()
    closeOthers()
  }
}
