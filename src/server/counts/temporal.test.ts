import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** What the server reads in zones with unusual clocks, around each change of the clock. */
async function readings() {
  const { addDays, hoursOfDay, startOfDay, zoneClock } = await import('./zone-clock.ts')
  const { noteOfTwoTimes, readLocalTime } = await import('./zone-clock.ts')
  const changes = {
    'Europe/Amsterdam': ['2026-03-29T02', '2026-10-25T02'],
    'Australia/Lord_Howe': ['2026-04-05T01', '2026-10-04T02'],
    'America/Santiago': ['2026-04-04T23', '2026-09-06T00'],
    'Asia/Kathmandu': ['2026-11-24T09'],
    'Pacific/Apia': ['2011-12-30T12'],
  }
  return Object.entries(changes).flatMap(([zone, hours]) =>
    hours.flatMap((hour) => {
      const clock = zoneClock(zone)
      const days = [-1, 0, 1].map((days) => addDays(hour.slice(0, 10), days))
      return [
        ...days.map((day) => [zone, day, startOfDay(clock, day), hoursOfDay(clock, day)]),
        ...['00', '29', '30', '59'].map((minute) => {
          const typed = `${hour}:${minute}`
          return [zone, typed, readLocalTime(typed, zone), noteOfTwoTimes('at', typed, zone)]
        }),
      ]
    }),
  )
}

test.skipIf(globalThis.Temporal === undefined)(
  'the server uses the Temporal of the language where Node has it',
  async () => {
    expect((await import('./zone-clock.ts')).Temporal).toBe(globalThis.Temporal)
  },
)

test('without the Temporal of the language, as on Node 24, days, hours and typed times are the same', async () => {
  const ofLanguage = await readings()
  const { Temporal: own } = globalThis
  vi.stubGlobal('Temporal', undefined)
  vi.resetModules()
  const { Temporal: ofPackage } = await import('./zone-clock.ts')
  expect([typeof ofPackage, ofPackage === own]).toEqual(['object', false])
  expect(await readings()).toEqual(ofLanguage)
})
