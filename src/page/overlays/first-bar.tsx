import { grouped } from '#contract/figures.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { hasJoined } from '#page/signup/joined-mark.ts'
import { counterNow, useCounter } from '#page/urgency/use-counter.ts'
import { showToast } from '#page/ui/toasts.ts'
import type { BarEntry, BarsProps, BarViewProps } from './bar-entry.ts'
import type { BarPlace } from './bar-coordinator.ts'
import { StickyBar } from './sticky-bar.tsx'
import { useGoldInWindow } from './use-gold-in-window.ts'

const key = 'sticky-bar'
const counter = 'pageSpots'
const comesAfterPx = 300
const [remindsAfterMs, remindsForMs] = [3_000, 5_000]

/** BAR-1, BAR-2, BAR-4 */
export const firstBar: BarEntry = { key, watch, closed: remindLater, View }

function View({ state, words, spots, form, onFold, onClose }: BarViewProps) {
  const quiet = useGoldInWindow()
  return (
    <StickyBar
      state={state}
      quiet={quiet}
      spots={useCounter(counter, spots)}
      words={words}
      form={form}
      onFold={onFold}
      onClose={onClose}
    />
  )
}

function watch(place: BarPlace) {
  const ended = new AbortController()
  const look = () => {
    if (scrollY <= comesAfterPx) return
    ended.abort()
    place.ask(key)
  }
  addEventListener('scroll', look, { passive: true, signal: ended.signal })
  look()
  return () => ended.abort()
}

/** BAR-2. Who has joined in the meantime needs no reminder. */
function remindLater({ words, spots }: BarsProps) {
  setTimeout(() => {
    if (!hasJoined(safeStorage))
      showToast({
        text: words.reminder.replace('{n}', grouped(counterNow(counter, spots))),
        tone: 'plain',
        shownMs: remindsForMs,
      })
  }, remindsAfterMs)
}
