import { amountEach, amountInWords, amountText, type Amount } from './amounts.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { promises } from './promises.ts'
import { capitalized, fill, fillBy } from '#contract/text.ts'

export type Promised = Readonly<Record<string, Amount>>
type Terms = Pick<Campaign, 'quiz' | 'sequence' | 'line' | 'promises'>

/**
 * The promises of a campaign by name: those of the server, of its own terms and of its brand. `key`
 * is that of a text: a mail of the sequence knows when the next one comes.
 */
export function promisesOf({ quiz, sequence, line, promises: own }: Terms, key = ''): Promised {
  const steps = sequence?.steps ?? []
  const last = steps.at(-1)
  const place = /^sequence\.steps\.(\d+)\./.exec(key)
  const step = place && steps[Number(place[1])]
  const next = place && steps[Number(place[1]) + 1]
  return {
    ...own,
    ...promises,
    ...(quiz && { answers: { n: quiz.questions.length } }),
    ...(last && {
      sequenceMails: { n: steps.length, unit: 'mail' },
      sequenceTime: { n: last.afterDays, unit: 'day' },
    }),
    ...(step && next && { nextMail: { n: next.afterDays - step.afterDays, unit: 'day' } }),
    ...(line && {
      returnTime: { n: line.terms.returnDays, unit: 'day' },
      rulingTime: { n: line.terms.rulingDays, unit: 'day' },
      holdTime: { n: line.terms.holdHours, unit: 'hour' },
    }),
  }
}

/**
 * The text of a blank in a language: `unconfirmed` reads '30 days', `unconfirmedInWords` 'thirty
 * days' and `newsEach` 'a day'. A blank that begins with a capital reads so. Undefined for a blank
 * of another kind.
 */
export function promiseText(promised: Promised, blank: string, lang: string): string | undefined {
  const form = /(?:InWords|Each)$/.exec(blank)?.[0] ?? ''
  const name = blank.slice(0, blank.length - form.length)
  const own = name.charAt(0).toLowerCase() + name.slice(1)
  const amount = Object.hasOwn(promised, own) ? promised[own] : undefined
  const text = amount && forms[form as keyof typeof forms](amount, lang)
  return name === own ? text : text && capitalized(text)
}

export const withTexts = (text: string, promised: Promised, lang: string): string =>
  fillBy(text, (name) => promiseText(promised, name, lang))

/** Promises that follow from the campaign's quiz, sequence and line. */
export const campaignBlanks = [
  'answers',
  'sequenceMails',
  'sequenceTime',
  'nextMail',
  'returnTime',
  'rulingTime',
  'holdTime',
] as const

const forms = { '': amountText, InWords: amountInWords, Each: amountEach }

/** Words that are the same for every campaign, with their promises filled in. */
export const withPromises = <Words>(words: Words, language: Language, campaign?: Terms): Words =>
  eachText(
    words,
    (text, { lang }) => withTexts(text, campaign ? promisesOf(campaign) : promises, lang),
    { key: '', lang: language },
  )

const known = new WeakMap<Campaign, Campaign>()

/** A campaign with its promises, and in mails its brand, filled in. All other blanks stay. */
export function keepPromises(campaign: Campaign): Campaign {
  const before = known.get(campaign)
  if (before) return before
  const filled = (text: string, { key, lang }: Place) =>
    fill(withTexts(text, promisesOf(campaign, key), lang), { brand: campaign.brand })
  const kept = eachText(campaign, filled, { key: '', lang: campaign.language })
  known.set(campaign, kept)
  return known.set(kept, kept).get(kept)!
}

/** `key`: the path to a text. `lang`: that of its part of the campaign. */
type Place = { key: string; lang: string }

/** The same object where no text of it changes. */
function eachText<Value>(
  value: Value,
  change: (text: string, place: Place) => string,
  { key, lang }: Place,
): Value {
  if (typeof value === 'string')
    return (value.includes('{') ? change(value, { key, lang }) : value) as Value
  if (typeof value !== 'object' || value === null) return value
  const own = (value as { lang?: unknown }).lang
  const inner = typeof own === 'string' ? own : lang
  const entries = Object.entries(value).map(([name, part]: [string, unknown]) => {
    const place = { key: key ? `${key}.${name}` : name, lang: inner }
    return [name, eachText(part, change, place)] as const
  })
  if (entries.every(([name, part]) => part === (value as Record<string, unknown>)[name]))
    return value
  // A list stays a list, and an object keeps its keys.
  return (
    Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
  ) as Value
}
