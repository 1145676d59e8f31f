/** Browsers without invoker commands: the two that the page's dialogs use, by script. */
export function runCommands(page: Document) {
  page.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button[command]')
    const dialog = page.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!button || !(dialog instanceof HTMLDialogElement)) return
    if (button.getAttribute('command') === 'close') dialog.close()
    else if (!dialog.open) dialog.showModal()
  })
}
