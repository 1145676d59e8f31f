import {
  categories,
  type CountedAction,
  type EventInput,
  type PageEvent,
} from '#contract/events/events.ts'
import { originOf } from '#contract/people/waitlist.ts'
import { sendCounts } from '#page/api.ts'
import { safeStorage, type SafeStorage } from '#page/browser/safe-storage.ts'
import { storeEvent } from './event-log.ts'
import { optsOut } from './opt-out.ts'
import { openVisitorCounts } from './visitor-counts.ts'

/*
 * An event, from the page to the count of the hour:
 *
 * section-views.ts, cta-clicks.ts, the quiz and each successful form call `track`, the only entry.
 * It builds the event with its session. event-log.ts keeps the last hundred in the
 * browser; `ascend.stats()` in the console reads them.
 * visitor-counts.ts counts names by part of the page, and sends the counts in batches unless the
 * visitor opted out (opt-out.ts). The count of a page view has the origin of the visit.
 * server/events/event-routes.ts admits the names of contract/events/events.ts alone;
 * server/counts/count.ts stores them.
 */

export const counts = openVisitorCounts({
  post: sendCounts,
  optsOut,
  origin() {
    const { source, referrer } = originOf(location.href, document.referrer)
    return { source, referrer }
  },
})

/** TRACK-1, TRACK-2: stores, logs and counts an event. Never throws. */
export const track = (input: EventInput) =>
  stopOnError(() => {
    const now = Date.now()
    const event = createEvent(input, {
      timestamp: now,
      url: location.href,
      userAgent: navigator.userAgent,
      sessionId: sessionOf(safeStorage, now, randomText),
    })
    storeEvent(safeStorage, event, (tab ??= randomText()))
    counts.add(event)
    console.info(event.action, event)
  })
let tab: string | undefined

/** Counts something that is no event of TRACK-1, or has no section there. */
export const count = (what: CountedAction, label: string) =>
  stopOnError(() => counts.add({ action: what, section: label }))

/** FLOW-3: an error stops tracking and is logged as one line. The visitor sees nothing of it. */
export function stopOnError(work: () => void) {
  if (failed) return
  try {
    work()
  } catch (error) {
    failed = true
    console.warn('Tracking stopped:', error)
  }
}
let failed = false

type Surroundings = Pick<PageEvent, 'timestamp' | 'url' | 'userAgent' | 'sessionId'>

/**
 * TRACK-1: adds time, page and browser. The label of a view or a capture is its part of the page.
 */
export function createEvent(input: EventInput, surroundings: Surroundings): PageEvent {
  const { action, section, label = section!, value, email }: Loose = input
  return {
    action,
    category: categories[action],
    label,
    section,
    value,
    email: email?.trim().toLowerCase(),
    ...surroundings,
  }
}

/**
 * Any event's fields. Only email_captured has an `email`; what has no `label` has a `section`.
 */
type Loose = { action: EventInput['action']; label?: string } & Partial<
  Pick<PageEvent, 'section' | 'value' | 'email'>
>

const sessionKey = 'ascend.session'

/**
 * TRACK-2: made once, and read again each time, so that tabs that opened together agree. It never
 * leaves the browser.
 */
export function sessionOf(safeStorage: SafeStorage, now: number, random: () => string): string {
  const known = safeStorage.get(sessionKey)
  if (known) return known
  const made = `ascend-${now}-${random()}`
  safeStorage.set(sessionKey, made)
  return made
}

/** Not `randomUUID`, which a page without https does not have. */
export const randomText = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (number) => number.toString(36)).join('')
