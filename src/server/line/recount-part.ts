import type { Store } from '#server/db/store.ts'

/** How many rows of each kind a recount found wrong. */
export type Recount = {
  /** counts of people by key */
  counts: number
  /** people whose key is not that of their order number and friends */
  keys: number
  /** the number of people in line, or the next order number */
  head: number
  /** people whose number of friends is not that of their credits */
  friends: number
  /** held rewards for more friends than count */
  rewards: number
  /** people in line or invited who are not confirmed */
  notConfirmed: number
  /** confirmed people who have no place */
  withoutPlace: number
  /** people of whom the line keeps something though they were erased */
  erased: number
}

export type RecountOptions = { repair: boolean; now: number; stopping?: () => boolean }

/** One part of a recount: it reads a small range at a time, and locks the line only to repair. */
export type RecountPart = (store: Store, options: RecountOptions) => Promise<Partial<Recount>>
