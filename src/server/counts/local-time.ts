import { hourMs, zoneClock } from './zone-clock.ts'

/** `skipped`: the clock of the zone jumps over this time, as when summer time begins. */
export type LocalTime = { at: number } | { wrong: 'unreadable' | 'skipped' }

/**
 * Reads a time in the clock of a zone, as `2026-11-24T09:00` or with a space. Of a time that the
 * clock shows twice it is the first.
 */
export function readLocalTime(text: string, timeZone: string): LocalTime {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/.exec(text.trim()) ?? []
  const shown = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(`${day}T${time}`))
    return { wrong: 'unreadable' }
  const { offsetAt } = zoneClock(timeZone)
  // The offset of this time is the one of a few hours before or after.
  const offsets = [offsetAt(shown - 14 * hourMs), offsetAt(shown + 14 * hourMs)]
  const found = offsets
    .map((offset) => shown - offset)
    .filter((at) => at + offsetAt(at) === shown)
    .sort((a, b) => a - b)
  return found.length > 0 ? { at: found[0]! } : { wrong: 'skipped' }
}
