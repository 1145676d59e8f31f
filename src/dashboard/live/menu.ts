/** The folded part of the navigation closes by Escape and by a press beside it, as menus do. */
export function startMenu(document: Document) {
  const menu = document.querySelector<HTMLDetailsElement>('details.more')
  if (!menu) return
  document.addEventListener('click', ({ target }) => {
    if (!menu.contains(target as Node)) menu.open = false
  })
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  // A narrow window shows the beginning of the row.
  document
    .querySelector('.mast nav > ul [aria-current]')
    ?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
}
