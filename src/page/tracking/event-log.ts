import type { PageEvent } from '#contract/events/events.ts'
import { keptEvents } from '#contract/promises/browser-storage.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'

const prefix = 'ascend.event:'

/**
 * TRACK-2. Each event has a key of its own, so that tabs never write over each other's, with no
 * lock to wait for while the page is being left. Keys sort by time; where the clock was set back
 * they go on from the newest, so that it is not the new events that fall out. A tab that drops the
 * oldest of those it sees never drops one of the last hundred there are.
 */
export function storeEvent(safeStorage: SafeStorage, event: PageEvent, tab: string) {
  const keys = safeStorage.keys(prefix).sort()
  const newest = Number.parseInt(keys.at(-1)?.slice(prefix.length) ?? '', 10) || 0
  safeStorage.set(
    `${prefix}${String(Math.max(event.timestamp, newest + 1)).padStart(14, '0')}-${tab}`,
    JSON.stringify(event),
  )
  for (const oldest of keys.slice(0, 1 - keptEvents)) safeStorage.remove(oldest)
}

/** Oldest first, those of all tabs. Entries that are not our events are skipped. */
export const readEvents = (safeStorage: SafeStorage): PageEvent[] =>
  safeStorage
    .keys(prefix)
    .sort()
    .slice(-keptEvents)
    .flatMap((key) => parse(safeStorage.get(key)))

function parse(text: string | null): PageEvent[] {
  try {
    const event = JSON.parse(text ?? '') as PageEvent
    return typeof event.action === 'string' ? [event] : []
  } catch {
    return []
  }
}
