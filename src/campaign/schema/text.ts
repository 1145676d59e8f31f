import { z } from 'zod'
import type { Source } from '#contract/figures/source.ts'
import type { Text } from '#contract/text.ts'
import { countsIn, limitsIn, mailsIn, timesIn } from './bare-numbers.ts'

/**
 * What holds for a text of a campaign. `known`: the names of its blanks, `needed`: those that it
 * must have. `promises`: it can name promises (contract/promises/blanks.ts). `numbers`: the numbers
 * in it that promise something, where a blank has to stand.
 */
export type TextRule = {
  known: readonly string[]
  needed: readonly string[]
  promises: boolean
  numbers: (text: string) => string[]
  across: Across
}

/**
 * What a further language of the campaign does with a text: it has its own words for it, it may have
 * a value of its own, as a version or an address, or it has the same value, as an id. A list: the
 * names of the keys below that have words, while all others are the same.
 */
export type Across = 'translated' | 'own' | 'shared' | readonly string[]

/** The rule of each declared text. */
export const textRules = z.registry<TextRule>()

const none = (): string[] => []
export const everyNumber = (text: string): string[] => [...timesIn(text), ...countsIn(text)]
export const limitsAndMails = (text: string): string[] => [...limitsIn(text), ...mailsIn(text)]

type NameOf<Blank extends string> = Blank extends `${infer Name}?` ? Name : Blank
type Declared<Blank extends string> = z.ZodType<
  [Blank] extends [never] ? string : Text<NameOf<Blank>>
>

/**
 * Declares texts of one kind by their blanks: `text('n')` must have `{n}`, `text('n?')` may have it.
 * `always`: blanks that each text of the kind may have.
 */
export const textsWith =
  ({
    promises = false,
    numbers = none,
    across = 'translated',
    always = [],
  }: Partial<Pick<TextRule, 'promises' | 'numbers' | 'across'>> & { always?: readonly string[] }) =>
  <const Blank extends string = never>(...blanks: readonly Blank[]): Declared<Blank> =>
    z.string().register(textRules, {
      known: [...blanks.map((blank) => blank.replace('?', '')), ...always],
      needed: blanks.filter((blank) => !blank.endsWith('?')),
      promises,
      numbers,
      across,
    }) as unknown as Declared<Blank>

/** A text that is shown as it is. */
export const plain = textsWith({})
/** What is no word of a language: each may have its own, as a version, or all have the same. */
export const own = textsWith({ across: 'own' })
export const shared = textsWith({ across: 'shared' })

/** Blanks that a text may have, as `text(...may('n', 'of'))`. */
export const may = <const Name extends string>(...names: readonly Name[]): `${Name}?`[] =>
  names.map((name) => `${name}?` as const)

/**
 * In the place of the blanks of the campaign's offers, and of its facts. Their names are the
 * campaign's own.
 */
export const ofOffers = '*offers'
export const ofFacts = '*facts'
export const mayOffer: readonly string[] = may(ofOffers)
export const mayFact: readonly string[] = may(ofFacts)

/**
 * HERO-12: a value of the product, or `{ sample: … }`: an example that the page marks as one, and
 * that a page with live figures leaves out.
 */
export const orSample = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.strictObject({ sample: value }).readonly()], {
    error: 'it is neither the value nor { sample: the value }, or a part of it is wrong',
  })

export const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly()

/** A number that counts something. */
export const whole = z.number().refine((n) => Number.isInteger(n) && n > 0, {
  error: ({ input }) => `${String(input)} is no whole number above 0`,
})

/** A part that cannot be null, with the reason. */
export const because = (reason: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === null ? `it cannot be null: ${reason}` : undefined,
})

/** The tag of a language (BCP 47). */
export const languageTag = own().refine((tag) => /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(tag), {
  error: ({ input }) => `'${String(input)}' is no language tag, such as en or nl`,
})

/** The tag of the language of a text that is not the page's. */
export const lang = own().optional()

/**
 * What another part of the product declares: its texts may have these blanks. `words`: the keys that
 * are words of a language.
 */
export const otherwise = <Value>({ blanks = [], words, isRight, error }: Otherwise<Value> = {}) =>
  z
    .custom<Value>(isRight as ((value: unknown) => boolean) | undefined, {
      abort: false,
      ...(error && { error }),
    })
    .register(textRules, {
      known: blanks,
      needed: [],
      promises: false,
      numbers: none,
      across: words ?? 'shared',
    })
type Otherwise<Value> = {
  blanks?: readonly string[]
  words?: readonly string[]
  isRight?: (value: Value) => boolean
  error?: (issue: { input?: unknown }) => string
}

/** LIVE-1. `FIGURES` decides for the whole page what the server counts (LIVE-2). */
export const sourceReason = (source: unknown) =>
  `'${String((source as Partial<Source> | null)?.kind)}' is no source: use simulated or claim; with FIGURES=live the server counts the whole page`

export const source = otherwise<Source>({
  isRight: (value) => value?.kind === 'simulated' || value?.kind === 'claim',
  error: ({ input }) => sourceReason(input),
})
