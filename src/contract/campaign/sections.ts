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
  proof: { phase: 1, required: true },
  'early-bird': { phase: 1 },
  video: { phase: 2 },
  quiz: { phase: 3, form: 'dialog' },
  exclusivity: { phase: 4 },
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

/**
 * The words of the sections and of the other parts of the page. `lang` is the language of a text
 * that is not the page's. Null leaves a part out, with the figures that it shows.
 */
export type SectionCopies = {
  /** `{n}` is the spots left in the first message, the batch's percentage in the second */
  strip: { label: string; messages: readonly [string, string, string] } | null
  /** `figure` is the caption of the drawing, whose lower half has the call-outs 3 to 6. */
  contents: {
    ref: string
    title: readonly [string, string]
    lead: string
    facts: readonly Fact[]
    callouts: readonly [Fact, Fact, Fact, Fact]
    figure: string
  } | null
  earlyBird: {
    ref: string
    units: readonly [string, string, string, string]
    after: string
    lang?: string
  } | null
  proof: { title: string; audience: string }
  video: {
    ref: string
    title: string
    tag: string
    play: string
    watching: string
    average: string
    request: string
    cta: string
    overlay: { title: string; text: string; join: string }
  } | null
  quiz: {
    ref: string
    title: string
    text: string
    cta: string
    types: readonly [string, string, string, string]
    axes: readonly [string, string, string, string]
  } | null
  exclusivity: {
    ref: string
    title: readonly [string, string]
    spots: string
    program: { title: string; invitations: string; months: string; skipped: string }
    closes: string
    units: readonly [string, string, string]
    who: { title: string; not: TitledList; yes: TitledList }
    ask: string
    cta: string
  } | null
  /** `levels` are TIME-3's, from 0 to 3 */
  final: {
    ref: string
    title: string
    text: string
    cta: string
    levels: readonly [string, string, string, string]
    /** what the clock counts down to */
    closes: string
    units: readonly [string, string, string]
    figure: string
  }
  /** `uncounted` replaces the number of spots in phases 4 and 5 (BAR-4) */
  bars: {
    spots: string
    uncounted: string
    placeholder: string
    cta: string
    join: string
    reminder: string
  } | null
  /** null: no notices of recent sign-ups (POP-2) */
  recent: { text: string; ago: string; lang?: string } | null
  /** null: no first exit-intent popup (POP-3) */
  exit: {
    ref: string
    title: string
    discount: string
    bonus: string
    valid: string
    validUnit: string
    cta: string
  } | null
  /** null: no second exit-intent modal (POP-4) */
  stay: { title: string; items: readonly string[]; cta: string } | null
  updates: { title: string } | null
  footer: { note: string }
}
/**
 * HERO-12: each string is one sentence. `{dose}` and the other keys of `campaign.product`, the
 * blanks of contract/campaign/offers.ts and `{later}` are filled in. A sentence that names a null is
 * left out, and a fact without a sentence too.
 */
type Fact = { name: string; text: readonly string[] }
export type TitledList = { title: string; items: readonly string[] }
