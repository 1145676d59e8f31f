/**
 * For browsers without invoker commands: the two commands that the page's dialogs use, `show-modal`
 * and `close`.
 */
export function polyfillInvokerCommands(page: Document) {
  page.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button[command]')
    const dialog = page.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!button || !(dialog instanceof HTMLDialogElement)) return
    if (button.getAttribute('command') === 'close') dialog.close()
    else if (!dialog.open) dialog.showModal()
  })
}
