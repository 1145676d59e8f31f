import { createStore } from '#page/browser/store.ts'

/** The notice over the page, one at a time: the newest. */
export type Toast = {
  id: number
  title?: string
  text: string
  /** the language of title and text, if it is not that of their place */
  lang?: string
  /** the language of the title, if it differs */
  titleLang?: string
  tone: 'plain' | 'bad'
  shownMs?: number
}

const store = createStore<Toast | null>(null)
let lastId = 0

export const toasts = { read: store.read, subscribe: store.subscribe, readOnServer: () => null }

/** Returns its id, for `closeToast`. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  store.write({ ...toast, id: ++lastId })
  return lastId
}

/** Where the notice shows: the regions of the page, the last of them first. A popup has one of its own, since what lies behind it is inert. */
export const regions = createStore<readonly string[]>([])

/** Closes this one, not the one that has taken its place. */
export function closeToast(id: number) {
  if (store.read()?.id === id) store.write(null)
}

/** What it complained of is mended. */
export function closeComplaint() {
  if (store.read()?.tone === 'bad') store.write(null)
}
