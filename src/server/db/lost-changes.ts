import { readMeta, writeMeta } from './meta.ts'
import type { Db } from './store.ts'

/**
 * `atMs`: when the loss was found. `commits`: those that the damaged log still shows. `people`: who
 * had left, or were suppressed or erased, and are again. `undecided`: entries of the journal from
 * a time that is still to come.
 */
export type LostChanges = { atMs: number; commits: number; people: number; undecided: number }

export const noLoss = (atMs: number): LostChanges => ({
  atMs,
  commits: 0,
  people: 0,
  undecided: 0,
})

export async function readLostChanges(db: Db): Promise<LostChanges | null> {
  const value = await readMeta(db, 'lost changes')
  return value === null ? null : (JSON.parse(value) as LostChanges)
}

/** Adds what one start found to what it has found before. */
export async function noteLostChanges(db: Db, found: LostChanges): Promise<void> {
  const before = await readLostChanges(db)
  const isSameStart = before !== null && found.atMs - before.atMs < sameStartMs
  const sum = isSameStart ? added(before, found) : found
  await writeMeta(db, 'lost changes', JSON.stringify(sum))
}

const sameStartMs = 10 * 60_000

const added = (one: LostChanges, other: LostChanges): LostChanges => ({
  atMs: one.atMs,
  commits: one.commits + other.commits,
  people: one.people + other.people,
  undecided: one.undecided + other.undecided,
})
