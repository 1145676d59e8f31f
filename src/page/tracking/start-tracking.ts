import { prefix } from '#campaign'
import { conversionStats, type ConversionStats } from '#contract/events/conversion-stats.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { watchClicks } from './cta-clicks.ts'
import { readEvents } from './event-log.ts'
import { watchSections } from './section-views.ts'
import { count, counts, stopOnError } from './track.ts'

declare global {
  interface Window {
    /** for the console (TRACK-4) */
    ascend: { stats(): ConversionStats }
  }
}

/** Call it after FORM-7's listener is added, so that presses that are ignored are not tracked. */
export const startTracking = (page: Document) =>
  stopOnError(() => {
    window.ascend = { stats: () => conversionStats(readEvents(safeStorage)) }
    if (location.pathname === prefix + '/') count('page_view', 'page')
    watchClicks(page)
    watchSections(page)
    page.addEventListener('visibilitychange', () => {
      if (page.hidden) counts.flush()
    })
    addEventListener('pagehide', counts.flush)
  })
