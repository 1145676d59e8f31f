import type { Campaign } from './campaign.ts'
import type { Wrong } from './figures.ts'
import { copyKeyOf, declarationOf, sectionNames, shownIn, type SectionCopies } from './sections.ts'

type Part = keyof SectionCopies

/** The part that shows a figure or an offer, by a key as `figures.video.watching`. Null for the hero. */
export function sectionShowing(key: string): Part | null {
  const parts: Partial<Record<string, Part | null>> = shownIn
  return parts[key.split('.')[1] ?? ''] ?? null
}

/** Parts that null leaves out: bars, popups and notices, and every section that is not required. */
const optionalParts: readonly (string | null)[] = [
  'strip',
  'bars',
  'recent',
  'exit',
  'stay',
  'updates',
  ...sectionNames.filter((name) => !declarationOf(name).required).map(copyKeyOf),
]

/** Other keys that can be null. */
const optional = [
  /^(quiz|sequence)$/,
  /^product\.\w+$/,
  /^figures\.(waiting|audience|cohort|recent|video\.(watching|averageS|requestPercent))$/,
  /\.source\.evidence$/,
]

const canBeNull = (key: string) =>
  optional.some((pattern) => pattern.test(key)) ||
  optionalParts.some((part) => key === `sections.${part}`)

const reasons: Partial<Record<string, string>> = {
  'sections.proof': 'HERO-4 and HERO-5 stand in it; figures.audience or figures.cohort can be null',
  'sections.final': 'phase 5, its call to action and the form at the end of the page stand in it',
  'sections.footer': 'switches.footerNote leaves the note out',
  'figures.launch': "the hero's gauge and the shared link's card show it",
  'figures.video.previewMin': 'sections.video.tag shows it; sections.video can be null',
  updates: 'an empty list leaves the updates out, and so does sections.updates: null',
}

/** Keys of a campaign that are null and must not be, each with the reason. */
export function wrongNulls(campaign: Campaign): Wrong[] {
  const nulls = nullsIn(campaign).filter((key) => !canBeNull(key))
  const wrong = nulls.flatMap((key) => {
    const section = sectionOf(key)
    if (section && campaign.sections[section] === null) return []
    return [
      {
        key,
        reason: `it cannot be null: ${reasons[key] ?? (section ? whyOf(section) : 'the page needs it')}`,
      },
    ]
  })
  const { audience, cohort } = campaign.figures
  return audience === null && cohort === null
    ? [
        ...wrong,
        {
          key: 'figures.cohort',
          reason: `it cannot be null beside figures.audience: sections.proof would be empty`,
        },
      ]
    : wrong
}

/** The part that is left out with a figure. */
const sectionOf = (key: string) => (/^figures\.\w+$/.test(key) ? sectionShowing(key) : null)

const whyOf = (part: Part) =>
  `sections.${part} shows it${optionalParts.includes(part) ? `; sections.${part} can be null` : ''}`

function nullsIn(value: unknown, key = ''): string[] {
  if (value === null) return [key]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    nullsIn(inner, key ? `${key}.${name}` : name),
  )
}
