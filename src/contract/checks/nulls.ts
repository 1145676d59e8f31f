import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Wrong } from '#contract/figures/figures.ts'
import { entryOf, figureEntries } from '#contract/figures/figures.ts'
import type { SectionCopies } from '#contract/campaign/sections.ts'

type Part = keyof SectionCopies

/**
 * Parts whose words cannot be null by their type, each with the reason. Null leaves out every other
 * part.
 */
const requiredParts: Record<RequiredPart, string> = {
  proof: 'figures.audience and figures.cohort can be null, which leaves it out',
  final: 'phase 5, its call to action and the form at the end of the page stand in it',
  footer: 'switches.footerNote leaves the note out',
}
type RequiredPart = {
  [Name in Part]: null extends SectionCopies[Name] ? never : Name
}[Part]
const isRequired = (part: Part): part is RequiredPart => part in requiredParts

/** Keys outside of sections, figures and offers that can be null. */
const optional = [
  /^(quiz|sequence|line)$/,
  /^line\.terms\.rewards\.\d+\.limit$/,
  /^product\.\w+$/,
  /^liveOffers\.\w+\.(beginsAt|endsAt)$/,
  /^launch\.shop$/,
  /^ends\.\w+\.bar\.button$/,
  /^ends\.(goal|spots|earlyBird)\.(chip|strip|cta|note|reward|level|popup)$/,
  /\.source\.evidence$/,
]

const canBeNull = (key: string) => {
  const part = partAt(key)
  if (part) return !isRequired(part)
  const entries: Partial<Record<string, { canBeNull: boolean }>> = figureEntries
  return entries[key]?.canBeNull ?? optional.some((pattern) => pattern.test(key))
}
/** The part that is itself at this key, not one of its words. */
const partAt = (key: string): Part | null =>
  (/^sections\.(\w+)$/.exec(key)?.[1] as Part | undefined) ?? null

const reasons: Partial<Record<string, string>> = {
  'figures.launch': "the hero's gauge and the shared link's card show it",
  updates: 'an empty list leaves the updates out, and so does sections.updates: null',
}

/** Keys of a campaign that are null and must not be, each with the reason. */
export function wrongNulls(campaign: Campaign): Wrong[] {
  const nulls = nullsIn(campaign).filter((key) => !canBeNull(key))
  return nulls.flatMap((key) => {
    const section = sectionOf(key)
    if (section && campaign.sections[section] === null) return []
    return [
      {
        key,
        reason: `it cannot be null: ${whyNot(key, section)}`,
      },
    ]
  })
}

/** The part that is left out with a figure. */
const sectionOf = (key: string) =>
  /^figures\.\w+$/.test(key) ? (entryOf(key)?.shownIn ?? null) : null

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
