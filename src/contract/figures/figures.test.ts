import { describe, expect, test } from 'vitest'
import { figures } from '#campaigns/fuel/figures.ts'
import { isUnbacked, type ShownSource } from './source.ts'
import { figureEntries, type Figures } from './figures.ts'
import { remaining, shareText, wholeShareText } from './gauge-level.ts'
import { grouped } from '#contract/english.ts'
import { wrongIn } from '#campaign/schema/check.ts'
import { figuresSchema } from '#campaign/schema/figures.ts'

const wrongFigures = (figures: unknown) => wrongIn(figuresSchema, figures)

describe('what follows from the launch progress', () => {
  test.each([
    [0, 10_000, '0.0', 10_000],
    [1, 10_000, '0.0', 9_999],
    [8_932, 10_000, '89.3', 1_068],
    [9_999, 10_000, '99.9', 1],
    [10_000, 10_000, '100.0', 0],
    [1_234_567, 9_999_999, '12.3', 8_765_432],
    [999, 1_000, '99.9', 1],
    [29, 100, '29.0', 71],
    [57, 100, '57.0', 43],
    [14_200, 10_000, '100.0', 0],
  ])('%i of %i is %s%%, and %i remain', (registered, goal, share, left) => {
    expect([shareText({ registered, goal }, 'en'), remaining({ registered, goal })]).toEqual([
      share,
      left,
    ])
  })
  test.each([
    [28, 100, '28'],
    [29, 100, '29'],
    [9_999, 10_000, '99'],
    [14_200, 10_000, '100'],
  ])('%i of %i is %s in whole percents', (registered, goal, share) =>
    expect(wholeShareText({ registered, goal }, 'en')).toBe(share),
  )
  test.each([
    [0, '0'],
    [999, '999'],
    [1_247, '1,247'],
    [1_234_567, '1,234,567'],
  ])('%i is shown as %s', (value, shown) => expect(grouped(value)).toBe(shown))
})

test('[LIVE-1] the shipped campaign has no wrong figure', () =>
  expect(wrongFigures(figures)).toEqual([]))

describe('[LIVE-1] a wrong figure is named with its reason', () => {
  const { launch, audience, programSpots, cohort, video, earlySpots, waiting, recent, pageSpots } =
    figures
  test.each<[string, Partial<Figures>, string]>([
    [
      'launch.value.registered',
      { launch: { ...launch, value: { registered: 10_001, goal: 10_000 } } },
      'more are registered than the goal',
    ],
    [
      'launch.value.goal',
      { launch: { ...launch, value: { registered: 0, goal: 0 } } },
      'the goal is not above 0',
    ],
    [
      'launch.value.registered',
      { launch: { ...launch, value: { registered: Number.NaN, goal: 10 } } },
      'NaN is no figure that can be shown',
    ],
    [
      'audience.value.total',
      { audience: { ...audience, value: { ...audience.value, total: 2_848 } } },
      'the parts sum up to 2,847, the total says 2,848',
    ],
    [
      'programSpots.value.left',
      { programSpots: { ...programSpots, value: { left: 51, total: 50 } } },
      'more are left than there are',
    ],
    [
      'programSpots.value.left',
      { programSpots: { ...programSpots, value: { left: -1, total: 50 } } },
      '-1 is no figure that can be shown',
    ],
    [
      'cohort.1.percent',
      { cohort: [cohort[0]!, { ...cohort[1]!, percent: 101 }] },
      '101 is no percentage',
    ],
    [
      'video.requestPercent.value',
      { video: { ...video, requestPercent: { ...video.requestPercent!, value: 970 } } },
      '970 is no percentage',
    ],
    ['earlySpots', { earlySpots: { ...earlySpots, start: 2 } }, 'it starts below its floor'],
    ['pageSpots.everyMs', { pageSpots: { ...pageSpots, everyMs: 0 } }, 'it would never tick'],
    ['waiting.chance', { waiting: { ...waiting, chance: 30 } }, 'a chance is at most 1'],
    ['waiting.chance', { waiting: { ...waiting, chance: 1.1 } }, 'a chance is at most 1'],
    ['recent.entries', { recent: { ...recent, entries: [] } }, 'there is no entry to show'],
  ])('%s', (key, change, reason) =>
    expect(wrongFigures({ ...figures, ...change })).toEqual([{ key, reason }]),
  )
})

describe('[LIVE-1] a figure at its bound is right', () => {
  const { launch, programSpots, cohort, earlySpots, waiting } = figures
  test.each<[string, Partial<Figures>]>([
    ['a goal of one', { launch: { ...launch, value: { registered: 0, goal: 1 } } }],
    [
      'a goal that is reached',
      { launch: { ...launch, value: { registered: 10_000, goal: 10_000 } } },
    ],
    [
      'none or all of the spots left',
      { programSpots: { ...programSpots, value: { left: 0, total: 0 } } },
    ],
    ['all of a cohort', { cohort: [{ ...cohort[0]!, percent: 100 }] }],
    ['a counter that starts at its floor', { earlySpots: { ...earlySpots, start: 3, floor: 3 } }],
    ['a tick each millisecond', { waiting: { ...waiting, everyMs: 1 } }],
    ['a rise for certain', { waiting: { ...waiting, chance: 1 } }],
  ])('%s', (_, change) => expect(wrongFigures({ ...figures, ...change })).toEqual([]))
})

test('[LIVE-2] the server counts every figure but the audience, the cohort and the video', () => {
  const unknown = Object.entries(figureEntries).filter(([, { live }]) => live === null)
  expect(unknown.map(([key]) => key)).toEqual([
    'figures.audience',
    'figures.cohort',
    'figures.video.watching',
    'figures.video.averageS',
    'figures.video.requestPercent',
    'figures.video.previewMin',
  ])
})

test('[LIVE-1] every number of the figures stands under a source', () => {
  const bare = (value: unknown, sourced: boolean): boolean => {
    if (typeof value === 'number') return !sourced
    return (
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).some((inner) => bare(inner, sourced || 'source' in value))
    )
  }
  expect(
    Object.entries(figures)
      .filter(([, figure]) => bare(figure, false))
      .map(([key]) => key),
  ).toEqual([])
})

test.each<[ShownSource, boolean]>([
  [{ kind: 'simulated' }, true],
  [{ kind: 'claim', evidence: null }, true],
  [{ kind: 'claim', evidence: '' }, true],
  [{ kind: 'claim', evidence: 'Cohort of March 2026, n = 212' }, false],
  [{ kind: 'live' }, false],
])('[LIVE-3] %j stands on the list before going live: %s', (source, listed) =>
  expect(isUnbacked(source)).toBe(listed),
)
