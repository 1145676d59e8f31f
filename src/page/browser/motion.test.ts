import { expect, test } from 'vitest'
import { motion, stopsMotion } from './motion.ts'

test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
  [true, true, true],
])('[FX-7] [FX-8] paused: %s, reduced: %s; motion stops: %s', (paused, reduced, still) =>
  expect(stopsMotion({ paused, reduced })).toBe(still),
)

test('[FX-8] motion does not start paused', () =>
  expect(motion.read()).toEqual({ paused: false, reduced: false }))
