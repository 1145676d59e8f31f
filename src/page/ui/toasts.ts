import { createStore } from '#page/browser/store.ts'

/** A toast. The page shows one at a time, the newest. */
export type Toast = {
  id: number
  title?: string
  text: string
  /** the language of title and text, if it is not that of their place */
  lang?: string
  /** the language of the title, if it differs */
  titleLang?: string
  tone: 'plain' | 'bad'
}

const store = createStore<Toast | null>(null)
let lastId = 0

export const toasts = { read: store.read, subscribe: store.subscribe, readOnServer: () => null }

/** Returns the id for `closeToast`. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  store.write({ ...toast, id: ++lastId })
  return lastId
}

/**
 * The ids of the regions that can show a toast; the last one shows it. A popup has a region of its
 * own, because the page behind it is inert.
 */
export const regions = createStore<readonly string[]>([])

/** Closes this toast, but not one that has replaced it. */
export function closeToast(id: number) {
  if (store.read()?.id === id) store.write(null)
}

/** Closes an error toast, once the visitor has corrected the error. */
export function closeComplaint() {
  if (store.read()?.tone === 'bad') store.write(null)
}
