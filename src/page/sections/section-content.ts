import type { ComponentType } from 'react'
import type { LandingVisit, Site } from '#contract/render.ts'
import { sectionNames, type CopyOf, type SectionName } from '#contract/campaign/sections.ts'
import type { FiguresOf, ShownCampaign } from '#contract/figures/shown-figures.ts'
import type { SignupFormProps } from '#page/signup/signup-form.island.tsx'

export type SectionProps<Name extends SectionName> = {
  copy: CopyOf<Name>
  /** what it consists of (contract/figures/shown-figures.ts); the others are in `campaign.figures` */
  figures: FiguresOf<Name>
  campaign: ShownCampaign
  served: SignupFormProps['served']
  visit: LandingVisit
  optIn: Site['optIn']
  showGaps: boolean
}

const contents = import.meta.glob<ComponentType<SectionProps<never>>>('./*.section.tsx', {
  eager: true,
  import: 'Content',
})

/**
 * The component `Content` of `<name>.section.tsx`. Loading this module throws for a section without
 * one.
 */
export const contentOf = <Name extends SectionName>(name: Name) =>
  // The file's name ties the component to its section, which a glob cannot express in types.
  contents[`./${name}.section.tsx`] as unknown as ComponentType<SectionProps<Name>>

for (const name of sectionNames)
  if (!contentOf(name)) throw new Error(`${name}.section.tsx does not export Content.`)
