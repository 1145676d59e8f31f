import { createHash } from 'node:crypto'
import type { PageFacts } from '#contract/live-figures.ts'

/**
 * What the pages say about the launch (server/live). Two pages of one `figures` are equal. A page
 * of another `launch` must not be sent any more: a state began, an offer ended, the goal was
 * reached. `countedAt` is null where nothing is counted for the page.
 */
export type KnownFacts = {
  facts: PageFacts
  launch: string
  figures: string
  countedAt: number | null
  /** how many changes of the drawing the count has passed (contract/gauge-level.ts) */
  stage: number
}

export type FactSource = {
  /** what is known by now */
  known(): KnownFacts
  /**
   * Counts again, at most once a second, and resolves once that is done. While the store is
   * unavailable it resolves at once, and `known` stays as it was.
   */
  refresh(): Promise<void>
}

/**
 * What the pages of everybody say, and with `counted` what a person's pages say (LIVE-2): every
 * figure that the server knows, in both modes. Both are one where the page is live.
 */
export type PageFactSource = FactSource & { counted: CountedSource }

export type CountedSource = FactSource & {
  /**
   * Counts what is committed by now, once for all who ask meanwhile, so that no page of a person
   * names another number than the store gave that person a moment ago.
   */
  recount(): Promise<void>
}

/** A short name of `launch`, for the page and the messages to it (LIVE-4). */
export const launchMark = (launch: string): string =>
  createHash('sha256').update(launch).digest('base64url').slice(0, 8)
