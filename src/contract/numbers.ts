import type { Language } from './campaign/languages.ts'

/**
 * Numbers, money and plurals as visitors read them, by Intl in the language of their page or
 * mail (LANG-7). Operators read English: `english.ts`.
 */

/** `8,932` in English, `8.932` in Dutch. `decimals`: as many, also where they are 0. */
export const numberText = (n: number, language: Language, decimals = 0): string =>
  formatOf(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 3),
  }).format(n)

/** `30 days`, `1 dag`. `unit`: one that Intl knows. */
export const unitText = (n: number, unit: string, language: Language): string =>
  formatOf(language, { style: 'unit', unit, unitDisplay: 'long' }).format(n)

/** `1.5M`, where space is short; in Dutch `1,5 mln.`. */
export const shortNumberText = (n: number, language: Language): string =>
  formatOf(language, { notation: 'compact', maximumFractionDigits: 1 }).format(n)

/** `€1,234.50`, `€25`; in Dutch `€ 1.234,50`. `currency`: ISO 4217. */
export const moneyText = (amount: number, currency: string, language: Language): string =>
  formatOf(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)

/** What is said of one, or of another number of them. */
export const pluralOf = <Form>(n: number, language: Language, one: Form, many: Form): Form =>
  kept(rules, language, () => new Intl.PluralRules(language)).select(n) === 'one' ? one : many

/** What separates thousands, for code that groups by hand (`groupedBy` of text.ts). */
export const groupSignOf = (language: Language): string =>
  formatOf(language, {})
    .formatToParts(1_000_000)
    .find(({ type }) => type === 'group')?.value ?? ''

const formats = new Map<string, Intl.NumberFormat>()
const rules = new Map<string, Intl.PluralRules>()

const formatOf = (language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  kept(
    formats,
    `${language} ${Object.values(options).join(' ')}`,
    () => new Intl.NumberFormat(language, options),
  )

/** Making a format takes a hundred times as long as using it. */
function kept<Format>(known: Map<string, Format>, key: string, make: () => Format): Format {
  const format = known.get(key) ?? make()
  known.set(key, format)
  return format
}
