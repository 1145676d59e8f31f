import { useState, useSyncExternalStore } from 'react'
import { prefix } from '#campaign'
import { scriptPaths } from '#contract/api.ts'
import type { Placement } from '#contract/people/waitlist.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'
import { createStore } from '#page/browser/store.ts'

/** The page's inline script reads this key before the first paint (scripts/one-response.ts). */
const key = 'ascend.joined'

/**
 * FORM-9: what the browser stores about a sign-up, without the address. Every mark stops automatic
 * popups, bars and notices. After `joined` and `confirmed` a line replaces each form; after `left`
 * the page shows its forms again.
 */
const marks = { left: '0', joined: '1', confirmed: '2' } as const

export const hasJoined = (storage: SafeStorage) => storage.get(key) !== null

/** Does not replace 'confirmed': a further address may belong to another person. */
export function markJoined(storage: SafeStorage) {
  if (storage.get(key) !== marks.confirmed) storage.set(key, marks.joined)
}

export const joinedMark = (storage: SafeStorage) => storage.get(key) ?? ''

/**
 * The value of `data-mark` on a standalone page, by which the browser stores the server's result
 * (form-links.ts).
 */
export const markAttribute = (mark: keyof typeof marks) => `${key}=${marks[mark]}`

/** The last success on this page, for its popups, bars and notices. */
export const lastSignup = createStore<{ section: Placement } | null>(null)

/** FORM-9: how long a bar or a popup shows its welcome panel. */
export const welcomeMs = 5_000

/** The sign-up on this page since the caller was drawn, or since 'Use another address'. */
export function useNewSignup() {
  const last = useSyncExternalStore(lastSignup.subscribe, lastSignup.read, () => null)
  const [before, setBefore] = useState(last)
  return { signup: last === before ? null : last, onAnother: () => setBefore(last) }
}

/**
 * FORM-9: a plain form led to this page, because its script was late or failed. True on the first
 * arrival only; a reload or a step back shows the same panel again.
 */
export const arrivedByPlainForm = () =>
  location.pathname === prefix + scriptPaths.join &&
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
    ?.type === 'navigate'
