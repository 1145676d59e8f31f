import type { CountedAction, EventInput } from '#contract/events.ts'
import { originOf } from '#contract/waitlist.ts'
import { sendCounts } from '#page/api.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { createEvent } from './event.ts'
import { storeEvent } from './event-log.ts'
import { optsOut } from './opt-out.ts'
import { randomText, sessionOf } from './session.ts'
import { openVisitorCounts } from './visitor-counts.ts'

/*
 * An event, from the page to the count of the hour:
 *
 * section-views.ts, cta-clicks.ts, the quiz and each successful form call `track`, the only entry.
 * event.ts builds the event, session.ts its session. event-log.ts keeps the last hundred in the
 * browser; `ascend.stats()` in the console reads them.
 * visitor-counts.ts counts names by part of the page, and sends the counts in batches unless the
 * visitor opted out (opt-out.ts). The count of a page view has the origin of the visit.
 * server/events/event-routes.ts admits the names of contract/events.ts alone;
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
