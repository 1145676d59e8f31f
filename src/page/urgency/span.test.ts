import { expect, test } from 'vitest'
import { partsOf } from './span.ts'

test('[TIME-1] [EXC-4] a span in hours, minutes and seconds', () => {
  expect(partsOf(17_243, 3)).toEqual(['04', '47', '23'])
  expect(partsOf(88_883, 3)).toEqual(['24', '41', '23'])
  expect(partsOf(0, 3)).toEqual(['00', '00', '00'])
})
test('[HERO-10] a span in days, hours, minutes and seconds', () => {
  expect(partsOf(7 * 86_400, 4)).toEqual(['7', '00', '00', '00'])
  expect(partsOf(7 * 86_400 - 1, 4)).toEqual(['6', '23', '59', '59'])
})
