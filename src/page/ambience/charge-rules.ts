import { tenth } from '#contract/text.ts'

/** Of 10,000 grains that fill the vessel; fewer are larger. In the drawing's units. */
const usualGrain = { size: 2.5, count: 10_000 }

/** A full vessel is as dense with any goal. `share`: how much of the goal is reached. */
export function grainSize(count: number, share: number): number {
  const whenFull = share > 0 ? Math.max(1, count / share) : usualGrain.count
  return Math.min(9, usualGrain.size * Math.cbrt(usualGrain.count / whenFull))
}

/** The first number of a text, as the page has it in any language: '8,932 of 10,000' is 8932. */
export const countIn = (text: string): number =>
  Number(/\d[\d.,’\s]*/.exec(text)?.[0].replace(/\D/g, '') ?? 0)

/** The pointer's place in the window as a tilt from -1 to 1. */
export const tiltAt = (x: number, width: number): number => (2 * x) / width - 1
/** The same of a phone that is held at an angle; a hand that holds it still changes nothing. */
export const tiltOf = (degrees: number): number => tenth(Math.min(1, Math.max(-1, degrees / 30)))

export type Spring = { at: number; speed: number }

/** One step of a 60th of a second towards where it is pulled. */
export function sprung({ at, speed }: Spring, to: number): Spring {
  const next = (speed + (to - at) * 0.06) * 0.9
  return { at: at + next, speed: next }
}

/** Until all grains have fallen. */
const filledS = 3.2

/**
 * Whether a next frame has something to show: the vessel rests 6 s after the last change, but not
 * before it is full.
 */
export const isAwake = (sinceChangeMs: number, seconds: number): boolean =>
  sinceChangeMs < restMs || seconds < filledS
const restMs = 6_000

/** Whether the first frames, in ms from each to the next, say that the device is too slow. */
export const isTooSlow = (framesMs: readonly number[]): boolean =>
  framesMs.length === judgedFrames &&
  framesMs.reduce((sum, ms) => sum + ms, 0) > judgedFrames * slowestFrameMs
export const judgedFrames = 12
const slowestFrameMs = 40
