import type { Language } from './campaign/languages.ts'

/** Times are ms since 1970, and spans are ms. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** ISO 8601 in UTC: '2026-11-27T12:04:00.000Z'. */
export const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * A moment as people read it, in a time zone: '12:04', '3 December 2026', '3 December 2026, 12:04'; in
 * Dutch '3 december 2026' and 'donderdag 3 december 2026 om 12:04'.
 */
type ZoneTime = { time: string; day: string; dayAndTime: string }

/** `ms` since 1970 in an IANA time zone. `language` is that of the text around it. */
export function inZone(ms: number, timeZone: string, language: Language): ZoneTime {
  const at = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const on = { timeZone, day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = formatOf('time', language, at).format(ms)
  const day = formatOf('day', language, on).format(ms)
  if (language !== 'nl') return { time, day, dayAndTime: `${day}, ${time}` }
  const weekday = formatOf('weekday', language, { ...on, weekday: 'long' }).format(ms)
  return { time, day, dayAndTime: `${weekday} om ${time}` }
}

/** To the second, with the short name of the zone: '12:04:07 CET'. */
export const exactTime = (ms: number, timeZone: string, language: Language): string =>
  formatOf('exact', language, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(ms)

const known = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs a hundred times its use. English days come before their months. */
function formatOf(name: string, language: Language, options: Intl.DateTimeFormatOptions) {
  const key = `${name} ${language} ${options.timeZone}`
  const format =
    known.get(key) ?? new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options)
  known.set(key, format)
  return format
}

/** '2027-01-31T23:59' */
export const isoMinute = (ms: number, timeZone: string): string =>
  formatOf('iso', 'sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(ms)
    .replace(' ', 'T')

/** '22 Nov', in Dutch '22 nov' */
export const shortDay = (ms: number, timeZone: string, language: Language): string =>
  formatOf('short', language, { timeZone, day: 'numeric', month: 'short' }).format(ms)

/** The place by which a time zone is named: 'New York' for America/New_York. */
export const zonePlace = (timeZone: string): string =>
  timeZone.replace(/^.*\//, '').replaceAll('_', ' ')

/** JSON in which each value whose name ends in `At` (a time in ms, or several) is ISO 8601 in UTC. */
export const jsonWithTimes = (value: unknown, indent?: number): string =>
  JSON.stringify(
    value,
    (key, inner: unknown) => (/[a-z]At$/.test(key) ? isoTimes(inner) : inner),
    indent,
  )

function isoTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(isoTimes)
  return typeof value === 'number' ? iso(value) : value
}

/** A name, as summer time is unknown to a distance such as '+01:00', which Intl takes as well. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[a-z]/i.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    )
  } catch {
    return false
  }
}
