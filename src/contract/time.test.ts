import { expect, test } from 'vitest'
import { inZone } from './time.ts'

test('a moment is written in the time zone, across a change of the clock', () => {
  expect(inZone(Date.UTC(2026, 9, 24, 22, 4), 'Europe/Amsterdam', 'en')).toEqual({
    time: '00:04',
    day: '25 October 2026',
    dayAndTime: '25 October 2026, 00:04',
  })
  expect(inZone(Date.UTC(2026, 9, 25, 12, 4), 'Europe/Amsterdam', 'en').time).toBe('13:04')
})

test('in Dutch it names the weekday', () =>
  expect(inZone(Date.UTC(2026, 10, 30, 22, 59), 'Europe/Amsterdam', 'nl').dayAndTime).toBe(
    'maandag 30 november 2026 om 23:59',
  ))
