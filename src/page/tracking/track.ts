import type { EventInput } from '#contract/events.ts'
import { sendCounts } from '#page/api.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { eventOf } from './event.ts'
import { keepEvent } from './event-log.ts'
import { optsOut } from './opt-out.ts'
import { randomText, sessionOf } from './session.ts'
import { openVisitorCounts } from './visitor-counts.ts'

export const counts = openVisitorCounts({ post: sendCounts, optsOut })

/** TRACK-1, TRACK-2: everything that is tracked goes through here. It is kept, logged and counted, and never fails its caller. */
export const track = (happening: EventInput) =>
  untilItFails(() => {
    const now = Date.now()
    const event = eventOf(happening, {
      timestamp: now,
      url: location.href,
      userAgent: navigator.userAgent,
      sessionId: sessionOf(safeStorage, now, randomText),
    })
    keepEvent(safeStorage, event, (tab ??= randomText()))
    counts.add(event)
    console.info(event.action, event)
  })
let tab: string | undefined

/** What is counted alone: popups and bars that open, and are closed. */
export const count = (what: 'shown' | 'closed', key: string) =>
  untilItFails(() => counts.add({ action: what, section: key }))

/** FLOW-3: an error in tracking shows nothing, is said in one line, and ends it. */
export function untilItFails(work: () => void) {
  if (failed) return
  try {
    work()
  } catch (error) {
    failed = true
    console.warn('Tracking stopped:', error)
  }
}
let failed = false
