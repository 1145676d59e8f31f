import { expect, test } from 'vitest'
import { pressOnce } from './press-once.ts'

test('[FORM-7] a second press within a second is ignored, and does not make the rest longer', () => {
  const first = pressOnce()
  const button = {}
  expect([0, 300, 999, 1_000, 1_500, 2_000].map((now) => first(button, now))).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ])
})

test('[FORM-7] each button has its own second', () => {
  const first = pressOnce()
  expect([first({}, 0), first({}, 10)]).toEqual([true, true])
})
