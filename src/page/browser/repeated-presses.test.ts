import { expect, test } from 'vitest'
import { createPressFilter } from './repeated-presses.ts'

test('[FORM-7] a second press within a second is ignored, and does not extend the interval', () => {
  const counts = createPressFilter()
  const button = {}
  expect([0, 300, 999, 1_000, 1_500, 2_000].map((now) => counts(button, now))).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ])
})

test('[FORM-7] each button has its own interval', () => {
  const counts = createPressFilter()
  expect([counts({}, 0), counts({}, 10)]).toEqual([true, true])
})
