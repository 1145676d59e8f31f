import { pluralOf, numberText, unitText } from '#contract/numbers.ts'
import { dayMs, hourMs } from '#contract/time.ts'

/**
 * A duration, or a number of things. `unit` is left out where the sentence names the things itself.
 */
export type Amount = { readonly n: number; readonly unit?: Unit }
type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'
type Unit = TimeUnit | 'mail'

/** The time units, and ms in each. A year has 365 days, and a month is the twelfth of a year. */
const unitMs: Record<TimeUnit, number> = {
  second: 1_000,
  minute: 60_000,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: (365 / 12) * dayMs,
  year: 365 * dayMs,
}

/** A duration in ms. Throws for a number of things. */
export function spanMs({ n, unit }: Amount): number {
  if (unit === undefined || unit === 'mail') throw new Error('The amount is no duration.')
  return Math.round(n * unitMs[unit])
}

/** '30 days', '1 day', '30 dagen', '20'. `lang` is a language tag (BCP 47). */
export function amountText({ n, unit }: Amount, lang: string): string {
  if (unit === undefined) return numberText(n, lang)
  if (unit === 'mail') return `${numberText(n, lang)} ${mailWord(n, lang)}`
  return unitText(n, unit, lang)
}

/**
 * As prose writes it, in the largest unit of which it is a whole number: 'a week' for 7 days, 'nine
 * days', 'twenty', 'twee dagen'. Numbers and languages without words are written in digits.
 */
export function amountInWords(amount: Amount, lang: string): string {
  const { n, unit } = largest(amount)
  const words = wordsOf(lang)
  const digits = amountText({ n, ...(unit && { unit }) }, lang)
  const number =
    unit !== undefined && unit !== 'mail' && n === 1 ? words?.one(unit) : words?.numbers[n]
  return number === undefined ? digits : digits.replace(/^\d+/, number)
}

/** How often: 'a day', 'every 2 days', 'per dag'. */
export function amountEach(amount: Amount, lang: string): string {
  const each = largest(amount)
  if (each.n === 1) {
    const unit = amountText(each, lang).replace(/^1\s/, '')
    return isDutch(lang) ? `per ${unit}` : amountInWords(each, lang)
  }
  return isDutch(lang) ? `per ${amountText(each, lang)}` : `every ${amountText(each, lang)}`
}

function largest(amount: Amount): Amount {
  if (amount.unit === undefined || amount.unit === 'mail') return amount
  const ms = spanMs(amount)
  const unit = (['year', 'week', 'day'] as const).find((one) => ms === unitMs[one])
  return unit ? { n: 1, unit } : amount
}

const isDutch = (lang: string): boolean => /^nl\b/i.test(lang)

const mailWord = (n: number, lang: string) =>
  isDutch(lang) ? pluralOf(n, lang, 'mail', 'mails') : pluralOf(n, lang, 'email', 'emails')

const wordsOf = (lang: string) =>
  isDutch(lang) ? dutch : /^en\b/i.test(lang) ? english : undefined

const tens = (words: string, hundred: string): Record<number, string> =>
  Object.fromEntries([...words.split(' ').map((word, at) => [(at + 2) * 10, word]), [100, hundred]])

const upToTwelve = (words: string): Record<number, string> =>
  Object.fromEntries(words.split(' ').map((word, at) => [at, word]))

const english = {
  numbers: {
    ...upToTwelve('no one two three four five six seven eight nine ten eleven twelve'),
    ...tens('twenty thirty forty fifty sixty seventy eighty ninety', 'hundred'),
  } as Record<number, string | undefined>,
  one: (unit: string) => (unit === 'hour' ? 'an' : 'a'),
}

const dutch = {
  numbers: {
    ...upToTwelve('geen één twee drie vier vijf zes zeven acht negen tien elf twaalf'),
    ...tens('twintig dertig veertig vijftig zestig zeventig tachtig negentig', 'honderd'),
  } as Record<number, string | undefined>,
  one: () => 'een',
}
