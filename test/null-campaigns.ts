import type { Campaign } from '#contract/campaign/campaign.ts'
import type { SectionCopies } from '#contract/campaign/sections.ts'
import type { CampaignFigures } from '#contract/figures/figures.ts'

/**
 * Every section, figure and part of the video's figures, by its key in the campaign. None is
 * optional in its type, so none can be missing here.
 */
export function nullableKeys({
  sections,
  figures,
}: {
  sections: Required<SectionCopies>
  figures: Required<CampaignFigures>
}): string[] {
  return [
    'quiz',
    'sequence',
    'updates',
    ...Object.keys(sections).map((name) => `sections.${name}`),
    ...Object.keys(figures).map((name) => `figures.${name}`),
    ...Object.keys(figures.video ?? {}).map((name) => `figures.video.${name}`),
  ]
}

/** The campaign with null at these keys. */
export function withNull(campaign: Campaign, ...keys: string[]): Campaign {
  const copy = structuredClone(campaign)
  for (const key of keys) {
    const path = key.split('.')
    const name = path.pop()!
    const parent = path.reduce<Record<string, unknown>>(
      (inner, part) => inner[part] as Record<string, unknown>,
      copy,
    )
    if (!(name in parent)) throw new Error(`The campaign has no ${key}`)
    parent[name] = null
  }
  return copy
}
