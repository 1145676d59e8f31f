import type { Campaign } from './campaign.ts'
import type { Phase } from './phases.ts'

type SectionDeclaration = {
  /** The phase that begins where a visitor reaches it (PHASE-3); it never decreases down the page. */
  phase: Phase
  /** the campaign cannot leave it out by null words */
  required?: true
  /** it contains a sign-up form, or opens a dialog with one; either way its name is a placement */
  form?: 'page' | 'dialog'
}

/**
 * The sections of the page, top to bottom (FLOW-1). `page/sections/<name>.section.tsx` renders each
 * with its words from `campaign.sections`, by its name in camel case (the hero's are
 * `campaign.hero`). Order, phase, null rule, event counts and placement follow from here. The
 * page's first script contains this table: keep it short.
 */
export const sections = {
  hero: { phase: 1, form: 'page' },
  contents: { phase: 1 },
  proof: { phase: 1 },
  'early-bird': { phase: 1 },
  video: { phase: 2 },
  quiz: { phase: 3, form: 'dialog' },
  exclusivity: { phase: 4 },
  faq: { phase: 4 },
  final: { phase: 5, required: true, form: 'page' },
} as const satisfies Record<string, SectionDeclaration>

type Declared = typeof sections
export type SectionName = keyof Declared
export type SectionWithServedForm = {
  [Name in SectionName]: Declared[Name] extends { form: 'page' } ? Name : never
}[SectionName]
type FormSection = {
  [Name in SectionName]: Declared[Name] extends { form: string } ? Name : never
}[SectionName]

// Object.keys does not know the keys of its argument.
export const sectionNames = Object.keys(sections) as SectionName[]
export const formSections = sectionNames.filter(
  (name): name is FormSection => 'form' in sections[name],
)

export const declarationOf = (name: SectionName): SectionDeclaration => sections[name]

/** Those whose form is in the served page, so that it works without script. */
export const sectionsWithServedForm = (): SectionWithServedForm[] =>
  sectionNames.filter((name): name is SectionWithServedForm => declarationOf(name).form === 'page')

/** The key of its words in `campaign.sections`; null for the hero. */
export const copyKeyOf = <Name extends SectionName>(name: Name) =>
  (name === 'hero' ? null : camelCase(name)) as CopyKey<Name> | null

/** A section's words, which are not null where it is rendered. */
export type CopyOf<Name extends SectionName> = NonNullable<SectionCopies[CopyKey<Name>]>
export type CopyKey<Name extends SectionName> = Extract<CamelCase<Name>, keyof SectionCopies>
type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name
const camelCase = (name: string) =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** The words of the sections and of the other parts of the page. Null leaves a part out. */
export type SectionCopies = Campaign['sections']
export type TitledList = NonNullable<SectionCopies['exclusivity']>['who']['not']
