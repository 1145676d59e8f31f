import { describe, expect, test } from 'vitest'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from '#server/db/store.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import {
  openClock,
  type ClockDeps,
  describeDoubts,
  calendarTime,
  readClock,
  trustClock,
} from './clock.ts'

const minute = 60_000
const day = 24 * 60 * minute
const noon = Date.parse('2026-11-26T12:00:00Z')

/** A server whose clock shows what `at.now` is, and what it logs. */
async function server(store: ClockDeps['store'], port: number, now: number) {
  const at = { now }
  const lines: string[] = []
  const note = (_: object, line: string) => void lines.push(line)
  const log = { info: note, warn: note } as unknown as Log
  const clock = await openClock({ store, port, now: () => at.now, log })
  return { at, clock, lines }
}

describe.each(storeEngines)('on %s', (engine) => {
  test('a jump is noticed at the first look, and the calendar stands still until the clock is right', async () => {
    const store = await freshStore(engine)
    const { at, clock, lines } = await server(store, 3000, noon)
    at.now += minute
    expect([clock.isTrusted(), clock.calendar()]).toEqual([true, noon + minute])
    at.now += 40 * day
    expect([clock.isTrusted(), clock.calendar()]).toEqual([false, noon + minute])
    await clock.check()
    expect(lines).toEqual([expect.stringContaining('the clock is doubtful')])
    at.now = noon + 2 * minute
    expect([clock.isTrusted(), clock.calendar()]).toEqual([true, noon + 2 * minute])
    await clock.check()
    expect(lines.at(-1)).toContain('trusted again')
  })

  test('days that pass between two checks, in steps that are trusted, are no jump', async () => {
    const store = await freshStore(engine)
    const { at, clock } = await server(store, 3000, noon)
    for (let n = 0; n < 10; n++) {
      at.now += 2 * day
      expect(clock.isTrusted()).toBe(true)
    }
    await clock.check()
    expect([clock.isTrusted(), (await readClock(store.db))!.trustedAt]).toEqual([true, at.now])
    await trustClock(store, noon)
    await clock.check()
    expect([clock.isTrusted(), clock.calendar()]).toEqual([false, noon])
  })

  test('the doubt survives a restart', async () => {
    const store = await freshStore(engine)
    await server(store, 3000, noon)
    const { clock } = await server(store, 3000, noon + 40 * day)
    expect([clock.isTrusted(), clock.calendar()]).toEqual([false, noon])
    const again = await server(store, 3000, noon + 40 * day + 10 * minute)
    expect([again.clock.isTrusted(), again.clock.calendar()]).toEqual([false, noon])
  })

  test('of three servers one whose clock is 40 days ahead is named, and 2 s of difference is nothing', async () => {
    const store = await freshStore(engine)
    const one = await server(store, 3000, noon)
    const two = await server(store, 3001, noon - 2_000)
    const ahead = await server(store, 3002, noon + 40 * day)
    for (let n = 0; n < 90; n++)
      for (const { at, clock } of [one, two, ahead]) {
        at.now += minute
        await clock.check()
      }
    expect([one, two, ahead].map(({ clock }) => clock.isTrusted())).toEqual([true, true, false])
    expect(ahead.clock.calendar()).toBe(two.at.now)
    const doubts = describeDoubts(await readClock(store.db))
    expect(doubts).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(/:3002 is doubtful since 2026-11-26T1/),
      }),
    ])
  })

  test('while another server has a trusted clock, one that is ahead delivers no mail', async () => {
    const store = await freshStore(engine)
    const right = await server(store, 3000, noon)
    const ahead = await server(store, 3001, noon)
    const delivering: boolean[] = []
    async function minutes(count: number, of: (typeof right)[]) {
      for (let n = 0; n < count; n++)
        for (const { at, clock } of of) {
          at.now += minute
          await clock.check()
        }
      delivering.push(ahead.clock.mayDeliver())
    }
    await minutes(1, [right, ahead])
    ahead.at.now += 40 * day
    delivering.push(ahead.clock.mayDeliver())
    await minutes(90, [right, ahead])
    await minutes(1, [ahead])
    await minutes(1, [ahead])
    await minutes(1, [right, ahead])
    ahead.at.now = right.at.now
    delivering.push(ahead.clock.mayDeliver())
    expect(right.clock.mayDeliver()).toBe(true)
    // SQLite has one server.
    expect(delivering).toEqual(
      engine === 'sqlite'
        ? delivering.map(() => true)
        : [true, false, false, false, true, false, true],
    )
  })

  test('an approved time is trusted by every server that agrees with it', async () => {
    const store = await freshStore(engine)
    await server(store, 3000, noon)
    const ahead = await server(store, 3001, noon + 40 * day)
    const notes: string[] = []
    const note = (line: string) => void notes.push(line)
    const command = { now: ahead.at.now, note }
    expect(await calendarTime(store.db, command)).toBe(noon)
    expect(notes).toEqual([
      expect.stringContaining('goes by the last trusted time, 2026-11-26T12:00:00.000Z'),
    ])
    await trustClock(store, noon + 40 * day)
    await ahead.clock.check()
    expect(ahead.clock.isTrusted()).toBe(true)
    expect([await calendarTime(store.db, command), notes.length]).toEqual([command.now, 1])
  })
})

test('while the store is away at the start nothing is trusted, and the calendar is the clock', async () => {
  const store = await freshStore('sqlite')
  let isAway = true
  const transact: ClockDeps['store']['transact'] = async (work) => {
    if (isAway) throw new StoreUnavailable('away')
    return store.transact(work)
  }
  const { clock } = await server({ transact, engine: 'sqlite' }, 3000, noon)
  expect([clock.isTrusted(), clock.isDoubtful(), clock.calendar()]).toEqual([false, false, noon])
  isAway = false
  await clock.check()
  expect(clock.isTrusted()).toBe(true)
})
