/**
 * DASH-10: keys for people who prefer them. They rest in fields, in dialogs and with a modifier, and the
 * list under `?` switches them off (WCAG 2.1.4), for this browser.
 */
export function startKeys(document: Document) {
  const list = document.querySelector<HTMLDialogElement>('dialog.keys')
  const button = document.querySelector<HTMLElement>('[data-keys]')
  const use = list?.querySelector<HTMLInputElement>('input[type=checkbox]')
  if (!list || !button || !use) return
  use.checked = localStorage.getItem(stored) !== 'off'
  use.addEventListener('change', () =>
    use.checked ? localStorage.removeItem(stored) : localStorage.setItem(stored, 'off'),
  )
  button.hidden = false
  button.addEventListener('click', () => list.showModal())
  let isAfterG = false
  document.addEventListener('keydown', (event) => {
    const goes = isAfterG
    isAfterG = false
    if (!use.checked || rests(event)) return
    const { key } = event
    isAfterG = key === 'g' && !goes
    const done = goes ? press(`[data-key="${CSS.escape(key)}"]`) : act(key, list)
    if (done) event.preventDefault()
  })
  if (location.hash === searchHash) searchField()?.focus()
}

const stored = 'ascend.keys'
const searchHash = '#search'

const rests = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent) =>
  metaKey ||
  ctrlKey ||
  altKey ||
  document.querySelector('dialog[open]') !== null ||
  (target as Element).matches('input:not([type=checkbox], [type=radio]), textarea, select')

function act(key: string, list: HTMLDialogElement): boolean {
  switch (key) {
    case '/':
      return search()
    case 'j':
      return walk(1)
    case 'k':
      return walk(-1)
    case '?':
      list.showModal()
      return true
    default:
      return false
  }
}

const searchField = () => document.querySelector<HTMLInputElement>('input[type=search]')

function search(): boolean {
  const field = searchField()
  if (!field) {
    const people = document.querySelector<HTMLAnchorElement>('[data-key="p"]')
    if (people) location.assign(people.pathname + searchHash)
    return people !== null
  }
  field.focus()
  field.select()
  return true
}

/** The link of each row of the tables, in the order of the screen. */
const rowLinks = () => [...document.querySelectorAll<HTMLElement>('main tbody th a')]

function walk(by: 1 | -1): boolean {
  const links = rowLinks()
  const row = document.activeElement?.closest('tr')
  const at = links.findIndex((link) => link.closest('tr') === row)
  const next = links[at < 0 ? (by === 1 ? 0 : links.length - 1) : at + by]
  next?.focus()
  return next !== undefined
}

function press(selector: string): boolean {
  const link = document.querySelector<HTMLElement>(selector)
  link?.click()
  return link !== null
}
