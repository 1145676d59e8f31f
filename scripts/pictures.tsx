import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Art } from '#campaign/art.ts'
import type { CampaignData } from '#campaign/compose.ts'
import { prefixOf } from '#contract/campaign/languages.ts'
import { cardNames, cardPath } from '#contract/launch/reached-marks.ts'
import { channelsOf } from '#contract/theme/colour.ts'
import type { Role } from '#contract/theme/theme.ts'
import { faviconOf } from './campaign-look.ts'
import { cardPage, cardShows, cardSize, type Look } from './card-picture.tsx'
import type { Picture } from './drawn-pictures.ts'
import { platePage, plateSize } from './mail-plate.tsx'

/**
 * Every picture of a campaign: in each of its languages a card for each state of the launch, and once
 * the icons and the plate of mails. `each`: the campaign in its languages, the first one first.
 */
export function picturesOf(each: readonly CampaignData[], art: Art): readonly Picture[] {
  const { campaign, theme } = each[0]!
  const mark = faviconOf(campaign.name, theme)
  const look = { theme, art, font: fontOf(theme), mark }
  const icon = `<style>*{margin:0;display:block}</style>${mark}`
  const own = theme[theme.scheme]
  const paletteOf = (one: Role, other: Role) => ({
    ground: channelsOf(own.ground),
    inks: [channelsOf(own[one]), channelsOf(own[other])] as const,
  })
  return [
    ...each.flatMap(({ campaign: said }) =>
      cardNames.map((name) => ({
        name: (prefixOf(said) + cardPath(name)).slice(1),
        html: cardPage(cardShows(said, name), look),
        size: cardSize,
        ready: 'html[data-fitted]',
      })),
    ),
    { name: 'apple-touch-icon.png', html: icon, size: { width: 180, height: 180 } },
    {
      name: 'favicon.ico',
      html: icon,
      size: { width: 32, height: 32 },
      isIco: true,
      palette: paletteOf('ink', 'accent'),
    },
    {
      name: 'mail-plate.png',
      html: platePage(look),
      size: plateSize,
      palette: paletteOf('body', 'accent'),
    },
  ]
}

/** The display face, as a data URL. */
export function fontOf({ faces }: Look['theme']): string {
  const file = resolve(import.meta.dirname, '../campaigns', faces.display.file)
  return `data:font/woff2;base64,${readFileSync(file, 'base64')}`
}
