import { loadScreen } from './parts.ts'

/**
 * DASH-10: a link with `data-ask` opens the page that asks before an act as a dialog over the screen.
 * Its form is sent as from the page. Escape and the way back close it; the focus returns to the link.
 */
export function startAskDialog(document: Document) {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.ask')
  if (!dialog) return
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-ask]')
    if (!link || !isPlainPress(event)) return
    event.preventDefault()
    void open(dialog, link)
  })
  dialog.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a[data-back]') || !isPlainPress(event)) return
    event.preventDefault()
    dialog.close()
  })
}

/** A press with a modifier opens a tab or a window of the browser. */
const isPlainPress = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

async function open(dialog: HTMLDialogElement, link: HTMLAnchorElement) {
  const asked = await loadScreen(link.href)
  const [title, question] = ['h1', '[data-part="ask"]'].map((part) =>
    typeof asked === 'string' ? null : asked.page.querySelector(`main ${part}`),
  )
  if (!title || !question) return location.assign(link.href)
  title.id = 'ask-title'
  dialog.replaceChildren(title, question)
  dialog.showModal()
}
