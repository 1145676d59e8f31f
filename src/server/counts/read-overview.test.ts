import { describe, expect, test } from 'vitest'
import type { OverviewRange } from '#contract/dashboard/overview-figures.ts'
import { freshStore, storeEngines, type FreshStore } from '#test/fresh-store.ts'
import { writeCounts, readSums, statementFor } from './count.ts'
import type { Counted, FinalCount, Source } from './counted.ts'
import { rangeOf } from './overview-parts.ts'
import { readOverview, wantedFor } from './read-overview.ts'
import { addDays, hoursOfDay, zoneClock } from './zone-clock.ts'

const timeZone = 'Europe/Amsterdam'
const clock = zoneClock(timeZone)
const hourMs = 3_600_000
/** 12:04 in Amsterdam. */
const now = Date.parse('2026-11-24T11:04:00Z')
const today = '2026-11-24'
const podcast: Source = { kind: 'utm', name: 'podcast' }

const joinedOf = (at: number, source: Source, count = 1): FinalCount[] => [
  { what: 'joined', at, count, source, placement: 'hero' },
  { what: 'people_unconfirmed', at, count },
]

/** Each hour of the last days one person joins; at 11 every day a popup is shown and one leaves. */
function* steadyDays(days: number): Generator<FinalCount> {
  for (let day = addDays(today, 1 - days); day <= today; day = addDays(day, 1))
    for (const at of hoursOfDay(clock, day)) {
      if (at > now) continue
      yield* joinedOf(at, podcast)
      if (clock.clockHourOf(at) !== 11) continue
      yield { what: 'left', at }
      yield { what: 'people_unconfirmed', at, count: -1 }
      yield { what: 'people_unsubscribed', at }
      yield { what: 'shown', at, placement: 'exit-intent', count: 10 }
      yield { what: 'page_view', at, source: podcast, count: 30 }
    }
}

async function storeWith(engine: FreshStore['engine'], counts: Iterable<FinalCount>) {
  const store = await freshStore(engine)
  await store.transact((trx) => writeCounts(trx, [...counts], timeZone))
  return store
}
const read = ({ db }: FreshStore, range: OverviewRange, at = now) =>
  readOverview(db, { range, timeZone, now: at })
const row = (figures: Awaited<ReturnType<typeof read>>, figure: string) =>
  figures.headline.find((row) => row.figure === figure)!

describe.each(storeEngines)('[DASH-3] the overview on %s', (engine) => {
  test('counts the running hour, and compares whole hours: yesterday and the seven days before, to the last full hour', async () => {
    const week = await read(await storeWith(engine, steadyDays(15)), '7d')
    // 12 whole hours of today, and one person in the current hour.
    expect(row(week, 'joined')).toEqual({
      figure: 'joined',
      kind: 'flow',
      today: 13,
      yesterday: 12,
      range: 6 * 24 + 13,
      before: 6 * 24 + 12,
      currentHour: 1,
      sinceStart: 14 * 24 + 13,
      now: 14 * 24 + 13,
    })
    expect(row(week, 'left')).toMatchObject({
      today: 1,
      range: 7,
      before: 7,
      sinceStart: 15,
      now: 15,
    })
    expect(week).toMatchObject({
      wholeHour: Date.parse('2026-11-24T11:00:00Z'),
      from: Date.parse('2026-11-17T23:00:00Z'),
      before: { from: Date.parse('2026-11-10T23:00:00Z'), to: Date.parse('2026-11-17T11:00:00Z') },
      sources: {
        first: [{ kind: 'utm', name: 'podcast', visits: 210, joined: 6 * 24 + 13, confirmed: 0 }],
        others: null,
      },
      funnel: { visits: 210, joined: 6 * 24 + 13 },
    })
    expect(week.forms.find(({ placement }) => placement === 'exit-intent')).toMatchObject({
      seen: 70,
    })
  })

  test('the unconfirmed are a stock: now, yesterday and a week ago at the same hour', async () => {
    const week = await read(await storeWith(engine, steadyDays(15)), '7d')
    const present = 15 * 23 - 11
    expect(row(week, 'unconfirmed')).toEqual({
      figure: 'unconfirmed',
      kind: 'stock',
      today: present,
      yesterday: present - 1 - 23,
      range: present,
      before: present - 1 - 7 * 23,
      currentHour: 1,
      sinceStart: present,
      now: present,
    })
  })

  test.each<[OverviewRange, number, boolean]>([
    ['today', 2, false],
    ['today', 3, true],
    ['7d', 14, false],
    ['7d', 15, true],
    ['28d', 56, false],
    ['28d', 57, true],
    ['all', 60, false],
  ])(
    '%s is compared with the range before only where that is whole: %i days counted, %s',
    async (range, days, isWhole) => {
      const figures = await read(await storeWith(engine, steadyDays(days)), range)
      expect([figures.before !== null, row(figures, 'joined').before !== null]).toEqual([
        isWhole,
        isWhole,
      ])
    },
  )

  test('the chart has hours, days or months, and its columns add up to the range', async () => {
    const store = await storeWith(engine, steadyDays(100))
    for (const [range, unit, buckets, columns] of [
      ['today', 'hour', 24, 4],
      ['7d', 'hour', 7 * 24, 7],
      ['28d', 'day', 28, 4],
      ['all', 'month', 4, 1],
    ] as const) {
      const { chart, headline } = await read(store, range)
      expect([chart.unit, chart.buckets.length, chart.columns.length]).toEqual([
        unit,
        buckets,
        columns,
      ])
      expect(chart.columns.reduce((sum, { joined }) => sum + (joined ?? 0), 0)).toBe(
        headline[0]!.range,
      )
      expect(chart.columns.reduce((sum, { buckets }) => sum + buckets, 0)).toBe(buckets)
    }
    const { chart } = await read(store, 'today')
    expect(chart.columns.map(({ joined, before }) => [joined, before?.joined])).toEqual([
      [6, 6],
      [6, 6],
      [1, 0],
      [null, undefined],
    ])
    expect(chart.buckets.slice(11, 14).map(({ joined }) => joined)).toEqual([1, 1, null])
    const week = await read(store, '7d')
    expect(
      week.chart.columns.map(({ day, joined, before }) => [day, joined, before?.joined]),
    ).toEqual(
      [18, 19, 20, 21, 22, 23, 24].map((day) => [
        `2026-11-${day}`,
        day === 24 ? 13 : 24,
        day === 24 ? 12 : 24,
      ]),
    )
  })

  test('where the clock changes, a day has 23 or 25 hours, and yesterday ends at the same time of day', async () => {
    const store = await freshStore(engine)
    const monday = Date.parse('2026-10-26T11:30:00Z')
    const sunday = hoursOfDay(clock, '2026-10-25')
    await store.transact((trx) =>
      writeCounts(
        trx,
        [sunday[0]! - hourMs, ...sunday].flatMap((at) => joinedOf(at, podcast)),
        timeZone,
      ),
    )
    const figures = await read(store, '7d', monday)
    expect(figures.chart.columns.map(({ buckets }) => buckets)).toEqual([
      24, 24, 24, 24, 24, 25, 24,
    ])
    expect([sunday.length, row(figures, 'joined').range]).toEqual([25, 26])
    // From midnight to 12:00 on Sunday there are 13 hours, on Monday 12.
    expect(row(figures, 'joined').yesterday).toBe(13)
  })

  test('sources come by sign-ups, the first seven and the sum of the others; imports are none of the funnel', async () => {
    const sources: Source[] = Array.from({ length: 9 }, (_, n) => ({
      kind: 'utm',
      name: `name ${n}`,
    }))
    const counts = sources.flatMap((source, n) => joinedOf(now - hourMs, source, 10 - n))
    const imported: FinalCount = {
      what: 'joined',
      at: now - hourMs,
      count: 100,
      source: { kind: 'import', name: '' },
      placement: 'import',
    }
    const figures = await read(await storeWith(engine, [...counts, imported]), 'today')
    expect(figures.sources).toMatchObject({
      others: { sources: 3, joined: 4 + 3 + 2 },
      total: { joined: 154 },
    })
    expect(figures.sources.first.map(({ name, kind }) => name || kind)).toEqual([
      'import',
      ...[0, 1, 2, 3, 4, 5].map((n) => `name ${n}`),
    ])
    expect(figures.sources.all).toHaveLength(10)
    expect([figures.funnel.joined, row(figures, 'joined').today]).toEqual([54, 154])
  })

  test.each([
    ['at 10:05', 'Europe/Amsterdam', '2026-11-26T10:02:00+01:00', '2026-11-26T10:05:00+01:00'],
    ['before the first hour is over', timeZone, '2026-11-26T00:02+01:00', '2026-11-26T00:05+01:00'],
    ['half an hour off', 'Asia/Kolkata', '2026-11-26T10:02:00+05:30', '2026-11-26T10:05:00+05:30'],
    [
      'on the day before in UTC',
      'Pacific/Auckland',
      '2026-11-26T08:02+13:00',
      '2026-11-26T08:05+13:00',
    ],
    ['in the hour that is skipped', timeZone, '2026-03-29T01:59+01:00', '2026-03-29T03:01+02:00'],
    [
      'in the first of two hours at 2',
      timeZone,
      '2026-10-25T02:58+02:00',
      '2026-10-25T02:59+02:00',
    ],
    ['in the second of them', timeZone, '2026-10-25T02:58+02:00', '2026-10-25T02:05+01:00'],
  ])('one person who just joined is 1 everywhere: %s in %s', async (_, zone, joined, looked) => {
    const store = await freshStore(engine)
    const at = Date.parse(joined)
    const visit: FinalCount = { what: 'page_view', at, source: podcast }
    const saved: FinalCount = { what: 'quiz_saved', at }
    await store.transact((trx) => writeCounts(trx, [...joinedOf(at, podcast), visit, saved], zone))
    for (const range of ['today', '7d', '28d', 'all'] as const) {
      const { headline, chart, sources, forms, funnel } = await readOverview(store.db, {
        range,
        timeZone: zone,
        now: Date.parse(looked),
      })
      const sum = (counts: readonly { joined: number | null }[]) =>
        counts.reduce((all, { joined }) => all + (joined ?? 0), 0)
      expect(
        [
          headline[0]!.today,
          headline[0]!.range,
          headline[2]!.range,
          sum(chart.buckets),
          sum(chart.columns),
          sum(sources.all),
          sources.total.visits,
          sum(forms),
          funnel.joined,
          funnel.visits,
          funnel.quizSaved,
        ],
        range,
      ).toEqual(Array.from({ length: 11 }, () => 1))
    }
  })

  test('a change counts whole hours on both sides, however many joined since', async () => {
    const store = await storeWith(engine, [
      ...joinedOf(now - 9 * 24 * hourMs, podcast, 5),
      ...joinedOf(now - 24 * hourMs, podcast, 50),
      ...joinedOf(now - hourMs, podcast, 7),
      ...joinedOf(now, podcast, 400),
    ])
    const { today, yesterday, range, before, currentHour } = row(
      await read(store, 'today'),
      'joined',
    )
    expect({ today, yesterday, range, before, currentHour }).toEqual({
      today: 407,
      yesterday: 0,
      range: 407,
      before: 0,
      currentHour: 400,
    })
  })

  test('of nobody: zeros, and nothing to compare with', async () => {
    const store = await freshStore(engine)
    for (const range of ['today', '7d', '28d', 'all'] as const) {
      const figures = await read(store, range)
      expect(figures.headline.map(({ today, range, now }) => [today, range, now])).toEqual(
        figures.headline.map(() => [0, 0, 0]),
      )
      expect([figures.before, figures.countedSince.joined, figures.sources.all]).toEqual([
        null,
        null,
        [],
      ])
    }
  })
})

test('[DASH-3] two years, with 40 sources a day, are read in at most 3,000 rows, by indexes alone', async () => {
  const store = await freshStore('sqlite')
  const whats: Counted[] = ['joined', 'confirmed', 'joined_confirmed', 'page_view']
  for (let day = addDays(today, -730); day <= today; day = addDays(day, 1)) {
    const [at] = hoursOfDay(clock, day)
    await store.transact((trx) =>
      writeCounts(
        trx,
        Array.from({ length: 40 }, (_, n) =>
          whats.map((what) => ({
            what,
            at: at!,
            source: { kind: 'utm' as const, name: `name ${n}` },
            placement: what === 'page_view' ? '' : `form ${n % 6}`,
          })),
        ).flat(),
        timeZone,
      ),
    )
  }
  const rows: number[] = []
  for (const range of ['today', '7d', '28d', 'all'] as const) {
    const wanted = wantedFor(rangeOf(range, timeZone, now))
    rows.push((await readSums(store.db, wanted)).rows)
    const { sql, parameters } = statementFor(wanted).compile(store.db)
    const plan = await store.db.executeQuery<{ detail: string }>({
      ...statementFor(wanted).compile(store.db),
      sql: `explain query plan ${sql}`,
      parameters,
    })
    expect(
      plan.rows.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN')),
    ).toEqual([])
  }
  expect(Math.max(...rows)).toBeLessThanOrEqual(3_000)
  expect(rows[3]).toBeGreaterThan(2 * 730)
})
