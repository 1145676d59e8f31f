import { gainOf, type LineTerms, type Place } from './line.ts'
import type { LineRulesCopy } from './copy.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { numberText } from '#contract/numbers.ts'
import { type ValuesOf } from '#contract/text.ts'

/** One value of the rule, and the time (ms) from which it holds. */
export type RuleChange = { at: number; perFriend: number; cap: number }

/**
 * LINE-5: beyond these a friend's credit waits for a ruling. `network`: people from one network,
 * the owner of the link counted too; `domain`: friends at one domain that is no large provider;
 * `link`: friends from all networks.
 */
export const creditLimits = {
  network: { people: 3, days: 7 },
  domain: { people: 3 },
  link: { people: 15, hours: 1 },
} as const

type RuleWords = LineRulesCopy['rules']['list'][number]

/** The numbers of the rule, by the blank that they fill. */
export const ruleValues = (terms: LineTerms, language: Language): ValuesOf<RuleWords['text']> => ({
  n: numberText(terms.perFriend, language),
  cap: numberText(terms.cap, language),
  most: numberText(gainOf(terms.cap, terms), language),
  network: numberText(creditLimits.network.people, language),
  domain: numberText(creditLimits.domain.people, language),
  hour: numberText(creditLimits.link.people, language),
})

export const changeValues = (
  { perFriend, cap }: Pick<RuleChange, 'perFriend' | 'cap'>,
  date: string,
  language: Language,
): ValuesOf<LineRulesCopy['changes']['friends']> => ({
  n: numberText(perFriend, language),
  cap: numberText(cap, language),
  date,
})

export const rulesBy = (list: readonly RuleWords[], terms: LineTerms): RuleWords[] =>
  list.filter(({ where }) => {
    if (where === 'rewards') return terms.rewards.length > 0
    return where === undefined || (where === 'friends') === terms.perFriend > 0
  })

export type ExamplePerson = { place: number; order: number; friends: number; key: number }

/**
 * Four people in line. The last to confirm has a friend: `later` passes `passed`, and stays behind
 * `tied`, whose key is the same. Where a friend is too few people for that, nobody is named.
 */
export function exampleOf({ perFriend }: Pick<LineTerms, 'perFriend'>) {
  const tied = 16
  const passed = tied + Math.ceil(perFriend * 0.55)
  const later = tied + Math.max(perFriend, passed - tied + 1)
  const orders = perFriend > 0 ? [3, tied, passed, later] : [3, 16, 30, 41]
  const people = orders
    .map((order) => {
      const friends = order === later && perFriend > 0 ? 1 : 0
      return { order, friends, key: order - gainOf(friends, { perFriend, cap: 1 }) }
    })
    .toSorted((a, b) => a.key - b.key || a.order - b.order)
    .map((person, index): ExamplePerson => ({ ...person, place: index + 1 }))
  return { people, named: perFriend > 1 ? { later, passed, tied } : null }
}

/** Fig. 3's person: near the end of a line that is nine tenths of the goal. */
export function examplePlace(
  terms: Pick<LineTerms, 'perFriend'>,
  goal: number,
): Pick<Place, 'place' | 'waiting' | 'withOneMore'> {
  const waiting = Math.max(1, Math.round(goal * 0.9))
  const place = Math.max(1, Math.round(waiting * 0.95))
  const earlier = place - terms.perFriend
  return { place, waiting, withOneMore: terms.perFriend > 0 && earlier >= 1 ? earlier : null }
}
