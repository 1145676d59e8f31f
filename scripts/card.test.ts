import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { cardNames, cardPath } from '#contract/launch/reached-marks.ts'
import { cardPage, cardShows, cardSize } from './card-picture.ts'

const file = (path: string) => readFileSync(resolve(import.meta.dirname, '../campaigns/fuel', path))
type Drawn = Record<string, { shows: unknown; sha256: string }>
const drawn = JSON.parse(file('card.json').toString()) as Drawn
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

describe.each(cardNames.map((name) => [name, cardPath(name).slice(1)] as const))(
  '[END-2] the card of %j',
  (name, path) => {
    test('has the words and figures of today: else run `npm run card`', () =>
      expect(JSON.parse(JSON.stringify(cardShows(campaign, name)))).toEqual(drawn[path]?.shows))
    test('is the one that was drawn from them', () =>
      expect(
        createHash('sha256')
          .update(file(`public/${path}`))
          .digest('hex'),
      ).toBe(drawn[path]?.sha256))
    test('is 1200 x 630 and at most 120 KB', () => {
      expect(sizeOf(file(`public/${path}`))).toEqual(cardSize)
      expect(file(`public/${path}`).length).toBeLessThanOrEqual(120 * 1_024)
    })
  },
)

test('only the card of simulated figures shows a level', () =>
  expect(cardNames.filter((name) => cardShows(campaign, name).level)).toEqual(['']))

test("the home screen's icon is 180 x 180", () =>
  expect(sizeOf(file('public/apple-touch-icon.png'))).toEqual({ width: 180, height: 180 }))

test.each([
  [0, 'M770 36V164'],
  [0.8932, 'M377 36V164'],
  [1, 'M330 36V164'],
  [1.2, 'M330 36V164'],
])('at a share of %s the unit is filled to %s', (share, level) => {
  expect(cardPage({ ...cardShows(campaign, ''), share }, '')).toContain(level)
})
test('a word is text, whatever it holds', () =>
  expect(cardPage({ ...cardShows(campaign, ''), brand: '<b>&' }, '')).toContain(
    '<b>&#60;b>&#38;</b>',
  ))
