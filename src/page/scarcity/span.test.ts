import { expect, test } from 'vitest'
import { daysOf, hoursOf, labelled } from './span.ts'

test('[TIME-1] [EXC-4] a span in hours, minutes and seconds', () => {
  expect(hoursOf(17_243)).toEqual(['04', '47', '23'])
  expect(hoursOf(88_883)).toEqual(['24', '41', '23'])
  expect(hoursOf(0)).toEqual(['00', '00', '00'])
})
test('[HERO-10] a span in days, hours, minutes and seconds', () => {
  expect(daysOf(7 * 86_400)).toEqual(['7', '00', '00', '00'])
  expect(daysOf(7 * 86_400 - 1)).toEqual(['6', '23', '59', '59'])
})
test('[TIME-1] each value stands over its unit', () => expect(labelled(['04', '47'], ['hours', 'minutes'])).toEqual([{ value: '04', label: 'hours' }, { value: '47', label: 'minutes' }]))
