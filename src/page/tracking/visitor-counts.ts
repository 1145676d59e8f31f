import { maxCount, isCounted, type EventBatch, type EventCount } from '#contract/events/events.ts'

const quietMs = 60_000

type Deps = {
  post: (batch: EventBatch) => void
  optsOut: () => boolean
  /** where the visit came from: goes with the page view alone */
  origin: () => Pick<EventBatch, 'source' | 'referrer'>
}

/**
 * TRACK-2: counts what happens, for the server, by part of the page and never by text. They are
 * sent together: a minute after the first, or when `flush` says that the page is left.
 */
export function openVisitorCounts({ post, optsOut, origin }: Deps) {
  const waiting = new Map<string, EventCount>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const counts = [...waiting.values()]
    if (counts[0]) post({ counts, ...(counts[0].event === 'page_view' && origin()) })
    waiting.clear()
  }

  return {
    add({ action: event, section: label }: { action: string; section?: string | undefined }) {
      if (!label || optsOut() || !isCounted(event, label)) return
      const key = event + label
      waiting.set(key, {
        event,
        label,
        count: Math.min((waiting.get(key)?.count ?? 0) + 1, maxCount),
      })
      timer ??= setTimeout(flush, quietMs)
    },
    flush,
  }
}
