import type { Campaign } from './campaign.ts'
import type { Wrong } from './figures.ts'
import { shownIn, type SectionCopies } from './sections.ts'

type Part = keyof SectionCopies

/**
 * The part that shows a figure or an offer, by a key as `figures.video.watching`. Null for the
 * hero.
 */
export function sectionShowing(key: string): Part | null {
  const parts: Partial<Record<string, Part | null>> = shownIn
  return parts[key.split('.')[1] ?? ''] ?? null
}

/**
 * Parts whose words cannot be null by their type, each with the reason. Null leaves out every other
 * part.
 */
const requiredParts: Record<RequiredPart, string> = {
  proof: 'HERO-4 and HERO-5 stand in it; figures.audience or figures.cohort can be null',
  final: 'phase 5, its call to action and the form at the end of the page stand in it',
  footer: 'switches.footerNote leaves the note out',
}
type RequiredPart = {
  [Name in Part]: null extends SectionCopies[Name] ? never : Name
}[Part]
const isRequired = (part: Part): part is RequiredPart => part in requiredParts

/** Keys outside `sections` that can be null. */
const optional = [
  /^(quiz|sequence)$/,
  /^product\.\w+$/,
  /^liveOffers\.\w+\.(beginsAt|endsAt)$/,
  /^launch\.shop$/,
  /^ends\.\w+\.bar\.button$/,
  /^figures\.(waiting|audience|cohort|recent|video\.(watching|averageS|requestPercent))$/,
  /\.source\.evidence$/,
]

const canBeNull = (key: string) => {
  const part = partAt(key)
  return part ? !isRequired(part) : optional.some((pattern) => pattern.test(key))
}
/** The part that is itself at this key, not one of its words. */
const partAt = (key: string): Part | null =>
  (/^sections\.(\w+)$/.exec(key)?.[1] as Part | undefined) ?? null

const reasons: Partial<Record<string, string>> = {
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
        reason: `it cannot be null: ${whyNot(key, section)}`,
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

function whyNot(key: string, shownBy: Part | null): string {
  const part = partAt(key)
  if (part && isRequired(part)) return requiredParts[part]
  return reasons[key] ?? (shownBy ? shownByReason(shownBy) : 'the page needs it')
}

const shownByReason = (part: Part) =>
  `sections.${part} shows it${isRequired(part) ? '' : `; sections.${part} can be null`}`

function nullsIn(value: unknown, key = ''): string[] {
  if (value === null) return [key]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    nullsIn(inner, key ? `${key}.${name}` : name),
  )
}
