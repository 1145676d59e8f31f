import type { PageTime } from '#page/browser/page-time.ts'

/**
 * POP-2: how far the notice has come. `ms` is its time in the present run, without what it waited; `before` are the rounds of
 * the runs before.
 */
export type Round = { ms: number; before: number; readMs: number; runFromMs: number }

const [everyMs, forMs] = [8_000, 4_000]

export const roundAtStart: Round = { ms: 0, before: 0, readMs: 0, runFromMs: 0 }

/** A new run begins a new interval, with the next entry (FX-8). */
export function roundAt(round: Round, { elapsedMs, runFromMs }: PageTime, waits: boolean): Round {
  const sameRun = round.runFromMs === runFromMs
  const [ms, before, readMs] = sameRun
    ? [round.ms, round.before, round.readMs]
    : [0, round.before + begun(round), runFromMs]
  return { ms: ms + (waits ? 0 : elapsedMs - readMs), before, readMs: elapsedMs, runFromMs }
}

/** Which of the entries shows, from 8 to 12 s, 16 to 20…; null in between. */
export function entryAt(round: Round, entries: number): number | null {
  const rounds = begun(round)
  return rounds > 0 && round.ms % everyMs < forMs ? (round.before + rounds - 1) % entries : null
}

const begun = ({ ms }: Round) => Math.floor(ms / everyMs)
