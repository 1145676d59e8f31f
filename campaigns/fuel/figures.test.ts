import { describe, expect, test } from 'vitest'
import { sourcesOf } from '#contract/figures/source.ts'
import { sections } from './copy/sections.ts'
import { figures } from './figures.ts'
import { offers } from './offers.ts'

const keysOf = (kind: string, data: object) =>
  sourcesOf(data)
    .filter(({ source }) => source.kind === kind)
    .map(({ key }) => key)

describe('the shipped campaign', () => {
  test('[LIVE-1] counters, timers, spots and who is there are simulated; results and what is known of the video are claims, as all offers are', () => {
    expect(keysOf('simulated', figures)).toEqual([
      'waiting',
      'launch',
      'earlySpots',
      'batchPercent',
      'audience',
      'video.watching',
      'video.averageS',
      'programSpots',
      'pageSpots',
      'earlyBird',
      'programTimer',
      'accessTimer',
      'recent',
    ])
    expect(keysOf('claim', figures)).toEqual([
      'cohort.0',
      'cohort.1',
      'cohort.2',
      'video.requestPercent',
      'video.previewMin',
    ])
    expect(keysOf('claim', offers)).toEqual([
      'legacyPack',
      'invitations',
      'founding',
      'mysteryReward',
      'exit',
    ])
  })

  test('[TOP-2] the second message of the strip says that the batch is 92% full', () => {
    expect(sections.strip!.messages[1].replace('{n}', String(figures.batchPercent.value))).toBe(
      '92% Full - Final Batch Opens in Hours',
    )
  })

  test('[HERO-8] the Legacy Pack is for the first 500 only, as its note says', () =>
    expect([offers.legacyPack.most, offers.legacyPack.note]).toEqual([500, 'First 500 only.']))
})
