import { isFieldFocused } from '#page/browser/fields.ts'
import { isPaused, motion } from '#page/browser/motion.ts'
import { pageClock } from '#page/browser/page-clock.ts'
import { entryAt, roundAt, roundAtStart } from './recent.ts'

let round = roundAtStart
let held = false

/** This page's round of the recent sign-ups, by its clock. */
export const recentRound = {
  /** The entry that shows now, if any: none while paused, or while a field has focus. */
  entryNow(entries: number): number | null {
    const waits = isFieldFocused(document)
    round = roundAt(round, pageClock.read(), held || waits)
    return waits || isPaused() ? null : entryAt(round, entries)
  },
  hold(now: boolean) {
    held = now
  },
  /** The clock tells once a second, a pause and a focused field at once. */
  subscribe(listener: () => void) {
    const stops = [pageClock.subscribe(listener), motion.subscribe(listener)]
    for (const type of focusing) document.addEventListener(type, listener)
    return () => {
      for (const stop of stops) stop()
      for (const type of focusing) document.removeEventListener(type, listener)
    }
  },
}

const focusing = ['focusin', 'focusout']
