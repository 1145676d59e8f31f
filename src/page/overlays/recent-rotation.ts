import type { PageTime } from '#page/browser/page-time.ts'

/**
 * POP-2: the position of the notice in its rotation. `ms` is its time in the present run, without
 * the time that it was held; `before` is the number of intervals in earlier runs; `readMs` is the
 * elapsed time of the last reading; `skipped` is the last interval whose notice is not shown.
 */
export type Rotation = {
  ms: number
  before: number
  readMs: number
  runFromMs: number
  skipped: number
}

const [intervalMs, shownMs] = [8_000, 4_000]

export const initialRotation: Rotation = { ms: 0, before: 0, readMs: 0, runFromMs: 0, skipped: 0 }

/**
 * A new run of the page's clock starts a new interval, with the next entry (FX-8). `held`: the
 * notice's time stands still. `covered`: a popup or toast is open, so the notice of this interval
 * is skipped.
 */
export function nextRotation(
  rotation: Rotation,
  { elapsedMs, runFromMs }: PageTime,
  { held = false, covered = false },
): Rotation {
  const sameRun = rotation.runFromMs === runFromMs
  const [ms, before, readMs] = sameRun
    ? [rotation.ms, rotation.before, rotation.readMs]
    : [0, intervalsOf(rotation), runFromMs]
  const next = {
    ...rotation,
    ms: ms + (held ? 0 : elapsedMs - readMs),
    before,
    readMs: elapsedMs,
    runFromMs,
  }
  return covered ? { ...next, skipped: intervalsOf(next) } : next
}

/** The index of the entry that is shown from 8 to 12 s, 16 to 20 s and so on; null in between. */
export function entryAt(rotation: Rotation, entries: number): number | null {
  const intervals = intervalsOf(rotation)
  return intervals > rotation.before &&
    intervals !== rotation.skipped &&
    rotation.ms % intervalMs < shownMs
    ? (intervals - 1) % entries
    : null
}

const intervalsOf = ({ ms, before }: Rotation) => before + Math.floor(ms / intervalMs)
