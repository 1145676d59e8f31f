import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as baseArt from '#campaigns/base/art.tsx'
import * as fuelArt from '#campaigns/fuel/art.tsx'
import type { Art } from '#campaign/art.ts'
import { campaign, theme } from '#campaign'
import { cardNames, cardPath } from '#contract/launch/reached-marks.ts'
import { themeOf } from '#contract/theme/theme.ts'
import { cardPage, cardShows, cardSize, type Look } from './card-picture.tsx'
import { missingCards, stalePictures } from './drawn-pictures.ts'
import { platePage } from './mail-plate.tsx'
import { picturesOf } from './pictures.tsx'
import { loadCampaigns } from './write-campaign.ts'

const campaigns = resolve(import.meta.dirname, '../campaigns')
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
const names = readdirSync(campaigns).filter((name) => existsSync(join(campaigns, name, 'index.ts')))

async function artOf(name: string): Promise<Art> {
  const own = join(campaigns, name, 'art.tsx')
  return existsSync(own) ? await import(own) : baseArt
}

describe.each(names)('[BRAND-4] the pictures of the campaign %s', (name) => {
  const folder = join(campaigns, name)
  const isDrawn = existsSync(join(folder, 'card.json'))
  const file = (path: string) => readFileSync(join(folder, 'public', path))

  test.skipIf(!isDrawn)(
    '[END-2] show the words, figures, colours and drawings of today: else run `npm run card`',
    async () =>
      expect(
        stalePictures(picturesOf(await loadCampaigns(name), await artOf(name)), folder),
      ).toEqual([]),
  )
  test.skipIf(!isDrawn)('are cards of 1200 x 630 and at most 120 KB, and an icon of 180 px', () => {
    for (const card of cardNames.map((one) => file(cardPath(one).slice(1)))) {
      expect(sizeOf(card)).toEqual(cardSize)
      expect(card.length).toBeLessThanOrEqual(120 * 1_024)
    }
    expect(sizeOf(file('apple-touch-icon.png'))).toEqual({ width: 180, height: 180 })
  })
})

const fuel: Look = { theme, art: fuelArt, font: '', mark: '' }
const other: Look = {
  theme: themeOf({
    scheme: 'light',
    color: { ground: '#FBFAF7', ink: '#1C1B19', accent: '#B3400F' },
  }),
  art: baseArt,
  font: '',
  mark: '',
}

test("[BRAND-3] [BRAND-4] another theme and other art leave nothing of the first brand's colours on a card, on the plate and in the icon", () => {
  const own = theme[theme.scheme]
  const pages = (look: Look) => [
    cardPage({ ...cardShows(campaign, ''), share: 0.5 }, look),
    platePage(look),
  ]
  for (const page of pages(fuel)) expect(page).toContain(own.accent)
  for (const page of pages(other)) {
    expect(page).toContain('#B3400F')
    for (const { ground, ink, accent } of [own]) {
      expect(page).not.toContain(ground)
      expect(page).not.toContain(ink)
      expect(page).not.toContain(accent)
    }
  }
  expect(pages(other)[0]).toContain('M630 36V164')
})

test('[BRAND-4] the check names a campaign without cards, and does not fail for it', () => {
  const root = mkdtempSync(join(tmpdir(), 'cards-'))
  for (const name of ['drawn', 'new']) {
    mkdirSync(join(root, 'campaigns', name), { recursive: true })
    writeFileSync(join(root, 'campaigns', name, 'index.ts'), '')
  }
  writeFileSync(join(root, 'campaigns/drawn/card.json'), '{}')
  expect(missingCards(root)).toEqual([
    'campaigns/new has no cards, so that links to its page show no picture. Draw them: CAMPAIGN=new npm run card',
  ])
})

test('a picture whose page or file has changed is stale', async () => {
  const folder = join(campaigns, 'fuel')
  const [first, ...rest] = picturesOf(await loadCampaigns('fuel'), fuelArt)
  expect(stalePictures([first!, ...rest], folder)).toEqual([])
  expect(stalePictures([{ ...first!, html: `${first!.html} ` }, ...rest], folder)).toEqual([
    first!.name,
  ])
})

test('a card says what it is about, beside the mark of the brand', () => {
  const page = cardPage(cardShows(campaign, 'goal'), { ...fuel, mark: '<svg id="mark"></svg>' })
  expect(page).toContain(
    `<header><svg id="mark"></svg><b>${campaign.brand}</b><span>Nano-delivery supplements with AI coaching</span></header>`,
  )
})

test('only the card of simulated figures shows a level', () =>
  expect(cardNames.filter((name) => cardShows(campaign, name).level)).toEqual(['']))

test.each([
  [0, 'M770 36V164'],
  [0.8932, 'M377 36V164'],
  [1, 'M330 36V164'],
  [1.2, 'M330 36V164'],
])('at a share of %s the unit is filled to %s', (share, level) => {
  expect(cardPage({ ...cardShows(campaign, ''), share }, fuel)).toContain(level)
})
test('a word is text, whatever it holds', () =>
  expect(cardPage({ ...cardShows(campaign, ''), brand: '<b>&' }, fuel)).toContain(
    '<b>&#60;b>&#38;</b>',
  ))
