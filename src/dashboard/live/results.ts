import { loadScreen, showParts } from './parts.ts'

const typingMs = 150

/**
 * DASH-10: forms with `data-at-once` show what they find while somebody types or chooses. What is
 * typed into a search stays out of the address: the form is posted, and leads to a sealed one.
 */
export function startResults(document: Document) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let last: AbortController | undefined
  const show = async (form: HTMLFormElement) => {
    last?.abort()
    last = new AbortController()
    const { signal } = last
    const found = await loadScreen(...requestOf(form, signal))
    if (signal.aborted) return
    // The form's own way says what is wrong, and keeps what was typed.
    if (typeof found === 'string') return form.submit()
    showParts(found.page, '[data-part][data-result]')
    history.replaceState(null, '', found.url)
  }
  const formOf = (target: EventTarget | null) =>
    (target as Element).closest<HTMLFormElement>('form[data-at-once]')
  document.addEventListener('input', ({ target }) => {
    const form = formOf(target)
    if (!form) return
    clearTimeout(waiting)
    const isTyped = target instanceof HTMLInputElement && target.type === 'search'
    waiting = setTimeout(() => void show(form), isTyped ? typingMs : 0)
  })
  document.addEventListener('submit', (event) => {
    const form = formOf(event.target)
    if (!form) return
    event.preventDefault()
    clearTimeout(waiting)
    void show(form)
  })
}

function requestOf(form: HTMLFormElement, signal: AbortSignal): [string, RequestInit] {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (value !== '') fields.set(name, String(value))
  const [path] = form.action.split('#') as [string]
  return form.method === 'post'
    ? [path, { method: 'post', body: fields, signal }]
    : [`${path}?${fields}`, { signal }]
}
