import type { Placement } from '#contract/waitlist.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'
import { createStore } from '#page/browser/store.ts'

/** The inline script of the page reads it too, before the first paint (scripts/one-response.ts). */
const key = 'ascend.joined'

/**
 * FORM-9: what this browser knows of a sign-up, without the address. Each keeps closed what nobody asked for. `left`: forms
 * are shown again; `joined`, `confirmed`: each form is a line.
 */
const marks = { left: '0', joined: '1', confirmed: '2' } as const

/** For a page that has the browser keep the mark (take-mark.ts). */
export const readPersonalData = (mark: keyof typeof marks) => `${key}=${marks[mark]}`

export const hasJoined = (safeStorage: SafeStorage) => safeStorage.get(key) !== null

/** A browser that has confirmed stays so: whether a further address is another person's is not known. */
export function markJoined(safeStorage: SafeStorage) {
  if (safeStorage.get(key) !== marks.confirmed) safeStorage.set(key, marks.joined)
}

/** Turns each form of the page into its line, but the one whose panel stands in its place. What is below does not move. */
export function settleForms(safeStorage: SafeStorage, page: Document) {
  for (const slot of page.querySelectorAll<HTMLElement>('.capture')) {
    slot.style.minHeight = `${slot.offsetHeight}px`
    slot.removeAttribute('data-again')
  }
  page.documentElement.dataset.joined = safeStorage.get(key) ?? ''
}

/** The last success on this page, for what else stands on it. The address is kept nowhere. */
export const justJoined = createStore<{ section: Placement } | null>(null)
