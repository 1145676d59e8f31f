import { describe, expect, test } from 'vitest'
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
      { level: 254.9, side: 'below', registered: '8,932', percent: '89.3', remain: '1,068' },
    ],
    [
      '100 %',
      { registered: 10_000, goal: 10_000 },
      { level: 225, side: 'below', registered: '10,000', percent: '100.0', remain: '0' },
    ],
    [
      'seven digits',
      { registered: 1_234_567, goal: 2_000_000 },
      { level: 332.2, side: 'below', registered: '1,234,567', percent: '61.7', remain: '765,433' },
    ],
  ] as const)('[HERO-2] at %s: level and call-outs', (_, launch, shown) =>
    expect(gaugeOf(launch)).toMatchObject(shown),
  )

  test('[HERO-2] the level never leaves the scale, whatever the figures say', () => {
    expect(gaugeOf({ registered: 12_000, goal: 10_000 }).level).toBe(225)
    expect(gaugeOf({ registered: -1, goal: 10_000 }).level).toBe(505)
  })

  test('[HERO-2] the scale runs from 0 to the goal, in quarters where they are whole', () => {
    const texts = (goal: number) => gaugeOf({ registered: 0, goal }).scale.map(({ text }) => text)
    expect(texts(10_000)).toEqual(['0', '2,500', '5,000', '7,500', '10,000'])
    expect(texts(2_000_000)).toEqual(['0', '500K', '1M', '1.5M', '2M'])
    expect(texts(10)).toEqual(['0', '', '5', '', '10'])
    expect(texts(400_000)).toEqual(['0', '100K', '200K', '300K', '400K'])
    expect(texts(1_000_000)).toEqual(['0', '250,000', '500K', '750,000', '1M'])
  })

  test('[HERO-2] the dots reach from the level to the bottom, and an empty barrel has none', () => {
    expect(gaugeOf({ registered: 0, goal: 10_000 }).dots).toEqual(['', ''])
    expect(gaugeOf({ registered: 9, goal: 280 })).toMatchObject({ level: 496, dots: ['', ''] })
    expect(gaugeOf({ registered: 19, goal: 560 }).dots[0]).toContain('v0.5')
    const [every, other] = gaugeOf({ registered: 8_932, goal: 10_000 }).dots
    expect(every.match(/v241\.1/g)).toHaveLength(9)
    expect(other.match(/v241\.1/g)).toHaveLength(8)
  })

  test('[HERO-2] the scale stands between the level of nothing and that of the goal', () => {
    expect(gaugeOf({ registered: 0, goal: 10_000 }).scale.map(({ y }) => y)).toEqual([
      505, 435, 365, 295, 225,
    ])
  })

  test('[HERO-2] seen from the front, the dots of a cylinder stand closer at its sides', () => {
    expect(gaugeOf({ registered: 10_000, goal: 10_000 }).dots).toEqual([
      'M62.2 233.1v271M67.5 237.6v271M79.2 241.4v271M95.9 243.9v271M115.5 245v271M135.3 244.4v271M152.9 242.2v271M166.1 238.7v271M173.1 234.3v271',
      'M64 235.4v271M72.6 239.6v271M87.1 242.8v271M105.5 244.7v271M125.5 244.9v271M144.5 243.4v271M160.2 240.5v271M170.5 236.6v271',
    ])
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
    expect([gauge.dots[0] !== '', gauge.isPackAbove]).toEqual([isDotted, isPackAbove])
  }
})
