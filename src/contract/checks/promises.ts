import type { Amount } from '#contract/promises/amounts.ts'
import { countsIn, limitsIn, mailsIn, mailsOfIn, nextMailsIn, timesIn } from './bare-numbers.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Wrong } from '#contract/figures/figures.ts'
import {
  campaignBlanks,
  promisesOf,
  promiseText,
  type Promised,
} from '#contract/promises/blanks.ts'
import { promises } from '#contract/promises/promises.ts'
import { blankNames, leaves } from './texts.ts'

/**
 * Numbers in texts that promise something, where a blank has to stand: the text would stay as it is
 * when the constant changes. Facts of the brand (prices, doses, results, articles) are not searched.
 */
export const wrongPromises = (campaign: Campaign): Wrong[] => [
  ...wrongOwn(campaign.promises),
  ...leaves(campaign).flatMap(({ key, value }) => {
    const find = typeof value === 'string' ? kinds.find(({ at }) => at.test(key))?.find : undefined
    return find ? bare(key, find(value as string), promisesOf(campaign, key)) : []
  }),
]

/** Words of the interface. They all speak of what the server does. */
export const wrongWords = (words: object): Wrong[] =>
  leaves(words).flatMap(({ key, value }) =>
    typeof value === 'string' && !isSingular.test(key)
      ? bare(key, everyNumberIn(value), promises)
      : [],
  )

/** A promise of the brand has a name of its own, and a whole number. */
const wrongOwn = (own: Campaign['promises']): Wrong[] =>
  Object.entries(own).flatMap(([name, { n }]) => {
    const key = `promises.${name}`
    if (!/^[a-z][A-Za-z0-9]*$/.test(name))
      return [{ key, reason: 'a name begins with a small letter and has letters and digits only' }]
    if (taken.has(name))
      return [{ key, reason: `{${name}} has another meaning already: choose another name` }]
    return Number.isInteger(n) && n > 0 ? [] : [{ key, reason: `${n} is no whole number above 0` }]
  })

const taken = new Set<string>([...Object.keys(promises), ...campaignBlanks, ...blankNames, 'brand'])

const everyNumberIn = (text: string): string[] => [...timesIn(text), ...countsIn(text)]

/** A plural form of its own is chosen by the number. */
const isSingular = /\.one(?:\.|$)/

/** Texts, and what is searched in them. The first entry that fits holds. */
const kinds: readonly { at: RegExp; find: (text: string) => string[] }[] = [
  { at: isSingular, find: () => [] },
  { at: /^(?:privacy\.(?:intro|parts)|live|line\.copy)\./, find: everyNumberIn },
  { at: /^privacy\.intro$/, find: everyNumberIn },
  {
    at: /^mails\.(?:confirm|listed|result|resultIn|onceConfirm|once|footer|letterFooters|sequence)\./,
    find: everyNumberIn,
  },
  {
    at: /^(?:forms|ends|mails\.welcome)\./,
    find: (text) => [...limitsIn(text), ...mailsIn(text)],
  },
  { at: /^(?:hero|sections)\./, find: mailsIn },
  {
    at: /^sequence\.steps\./,
    find: (text) => [...mailsOfIn(text), ...nextMailsIn(text)],
  },
]

const bare = (key: string, found: readonly string[], promised: Promised): Wrong[] =>
  [...new Set(found)].map((number) => ({ key, reason: reasonOf(number, promised) }))

function reasonOf(number: string, promised: Promised): string {
  const blanks = Object.entries(promised).flatMap(([name, amount]) => fitting(number, name, amount))
  const instead =
    blanks.length > 0
      ? `write ${blanks.map((blank) => `{${blank}}`).join(' or ')}`
      : 'write the blank of what it promises (src/contract/promises/promises.ts)'
  return `'${number}' would stay when the number changes: ${instead}, or declare a promise of your own in 'promises' of the campaign's index.ts`
}

/** The blanks that read so. */
function fitting(number: string, name: string, amount: Amount): string[] {
  const said = ` ${number.toLowerCase()} `
  if (amount.unit === undefined && timesIn(number).length > 0) return []
  return [name, `${name}InWords`].filter((blank) =>
    ['en', 'nl'].some((lang) => said.includes(` ${promiseText({ [name]: amount }, blank, lang)} `)),
  )
}
