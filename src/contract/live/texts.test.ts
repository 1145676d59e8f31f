import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { countedOn } from '#test/live-figures.ts'
import { liveTexts } from './texts.ts'

/** 14 November 2026, 12:04 in Amsterdam */
const at = Date.UTC(2026, 10, 14, 11, 4)

test('[LIVE-4] figures are texts with the time of their count in the zone of the campaign', () =>
  expect(
    liveTexts(countedOn(at, { registered: 8_999, pieces: { program: [50, 8] } }), campaign),
  ).toMatchObject({
    time: '12:04',
    registered: '8,999',
    waiting: '8,999',
    waitingWords: 'people waiting',
    nextPlace: '9,000',
    remain: '1,001',
    program: '8',
    earlyBird: '',
  }))

test('[LIVE-4] one person who waits is counted in the singular', () =>
  expect(liveTexts(countedOn(at, { registered: 1 }), campaign)).toMatchObject({
    waiting: '1',
    waitingWords: 'person waiting',
  }))

test('[HERO-9] before the first registration the words invite; once everybody has left, nobody waits', () => {
  const texts = (counts: Parameters<typeof countedOn>[1]) => {
    const { waiting, waitingWords } = liveTexts(countedOn(at, counts), campaign)
    return `${waiting} ${waitingWords}`.trim()
  }
  expect(texts({ registered: 0 })).toBe('Be the first to join')
  expect(texts({ registered: 3, waiting: 0 })).toBe('0 people waiting')
})

test.each([
  [8_999, '89.9', '89'],
  [9_999, '99.9', '99'],
  [12_345, '100.0', '100'],
])(
  '[LIVE-2] the share of %i of 10,000 is rounded down, and at most 100 %%',
  (registered, percent, wholePercent) =>
    expect(liveTexts(countedOn(at, { registered }), campaign)).toMatchObject({
      percent,
      wholePercent,
    }),
)
