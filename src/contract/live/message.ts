import type { LiveTexts } from './texts.ts'

/**
 * LIVE-4: what `/live` delivers: the texts of the page's figures by name, and the times (ms) of
 * their count and of the answer. `launch` changes with the launch's state, with each offer that
 * ends or whose end is moved, and when the goal is reached: a page of another one is out of date.
 */
export type LiveMessage = LiveTexts & {
  /** what is left of each offer, by its name */
  readonly [offer: string]: string | number
} & {
  at: number
  now: number
  launch: string
  /** from 0 to 1: the part of the goal that is reached, which the drawing's level shows */
  share: number
  /** how many changes of the drawing the count has passed (contract/figures/gauge-level.ts) */
  stage: number
}

/**
 * The name of the page's `<meta>`. Its content is the page's own `launch`, the server's time (ms)
 * when it was rendered, and its `stage`, with spaces between them.
 */
export const liveMark = 'live'

/** The events of the stream. A `time` has the server's clock in ms as its data. */
export const liveEvents = { figures: 'figures', time: 'time' } as const

/** While nothing changes, the stream sends the time this often, so that proxies keep it open. */
export const heartbeatMs = 15_000
