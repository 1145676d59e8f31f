import { describe, expect, test } from 'vitest'
import { dotsBelow } from '#campaigns/fuel/art/dots-below.ts'
import { gaugeStage } from '#contract/figures/gauge-level.ts'
import { gaugeOf } from './gauge.ts'

describe('[HERO-2] the barrel as a gauge', () => {
  test.each([
    [
      '0 %',
      { registered: 0, goal: 10_000 },
      { level: 505, side: 'above', registered: '0', percent: '0.0', remain: '10,000' },
    ],
    [
      '89.32 %',
      { registered: 8_932, goal: 10_000 },
      { level: 254, side: 'below', registered: '8,932', percent: '89.3', remain: '1,068' },
    ],
    [
      '100 %',
      { registered: 10_000, goal: 10_000 },
      { level: 225, side: 'below', registered: '10,000', percent: '100.0', remain: '0' },
    ],
    [
      'seven digits',
      { registered: 1_234_567, goal: 2_000_000 },
      { level: 332, side: 'below', registered: '1,234,567', percent: '61.7', remain: '765,433' },
    ],
  ] as const)('[HERO-2] at %s: level and call-outs', (_, launch, shown) =>
    expect(gaugeOf(launch)).toMatchObject(shown),
  )

  test('[HERO-2] the level never leaves the scale, whatever the figures say', () => {
    expect(gaugeOf({ registered: 12_000, goal: 10_000 }).level).toBe(225)
    expect(gaugeOf({ registered: -1, goal: 10_000 }).level).toBe(505)
  })

  test('[HERO-2] the scale runs from 0 to the goal, in quarters where they are whole', () => {
    const texts = (goal: number) => gaugeOf({ registered: 0, goal }).scale
    expect(texts(10_000)).toEqual(['0', '2,500', '5,000', '7,500', '10,000'])
    expect(texts(2_000_000)).toEqual(['0', '500K', '1M', '1.5M', '2M'])
    expect(texts(10)).toEqual(['0', '', '5', '', '10'])
    expect(texts(400_000)).toEqual(['0', '100K', '200K', '300K', '400K'])
    expect(texts(1_000_000)).toEqual(['0', '250,000', '500K', '750,000', '1M'])
  })

  test('[HERO-2] half of the goal is read below its line, less above', () => {
    expect([
      gaugeOf({ registered: 4_999, goal: 10_000 }).side,
      gaugeOf({ registered: 5_000, goal: 10_000 }).side,
    ]).toEqual(['above', 'below'])
  })

  test('[HERO-2] a longer number is set smaller', () => {
    expect(
      [8_932, 10_000, 1_234_567, 12_345_678].map(
        (registered) => gaugeOf({ registered, goal: 20_000_000 }).size,
      ),
    ).toEqual([undefined, 'm', 's', 'xs'])
  })
})

test('[LIVE-6] a stage begins with the first person, with the first dots, with the room for the pack, and past half of the goal', () => {
  const stages = [0, 1, 323, 324, 2_319, 2_320, 5_000, 5_001, 14_200].map((registered) =>
    gaugeStage({ registered, goal: 10_000 }),
  )
  expect(stages).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4])
  for (const [registered, isDotted, isPackAbove] of [
    [323, false, true],
    [324, true, true],
    [2_319, true, true],
    [2_320, true, false],
  ] as const) {
    const gauge = gaugeOf({ registered, goal: 10_000 })
    expect([dotsBelow(gauge.level, 0) !== '', gauge.isPackAbove]).toEqual([isDotted, isPackAbove])
  }
})
