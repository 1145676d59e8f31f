import { describe, expect, test } from 'vitest'
import { campaign, words } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { keepPromises, promisesOf, promiseText, withPromises, withTexts } from './blanks.ts'
import { promises } from './promises.ts'
import { blankNames } from '#campaign/schema/texts.ts'
import { leaves } from '#contract/text.ts'

const changed = (change: (copy: Campaign) => void): Campaign => {
  const copy = structuredClone(campaign)
  change(copy)
  return keepPromises(copy)
}
type Mutable<T> = { -readonly [Key in keyof T]: Mutable<T[Key]> }
const open = <T>(value: T) => value as Mutable<T>

describe('a text follows the constant that keeps its promise', () => {
  const read = (text: string, promised: Record<string, { n: number; unit?: 'day' }>, lang = 'en') =>
    withTexts(text, promised, lang)

  test.each([
    ['is deleted after {kept}.', 30, 'en', 'is deleted after 30 days.'],
    ['is deleted after {kept}.', 60, 'en', 'is deleted after 60 days.'],
    ['is deleted after {kept}.', 1, 'en', 'is deleted after 1 day.'],
    ['as yours: {keptInWords}.', 7, 'en', 'as yours: a week.'],
    ['as yours: {keptInWords}.', 8, 'en', 'as yours: eight days.'],
    ['{KeptInWords}, and no more', 4, 'en', 'Four days, and no more'],
    ['wordt na {kept} gewist', 1, 'nl', 'wordt na 1 dag gewist'],
    ['komt over {keptInWords}.', 3, 'nl', 'komt over drie dagen.'],
    ['at most one {keptEach}', 1, 'en', 'at most one a day'],
    ['at most one {keptEach}', 3, 'en', 'at most one every 3 days'],
  ])('%s with %i days in %s: %s', (text, n, lang, expected) =>
    expect(read(text, { kept: { n, unit: 'day' } }, lang)).toBe(expected),
  )

  test('another sequence changes what each mail says of the next one, and the landing page', () => {
    const { sequence, sections } = changed((copy) => {
      const steps = open(copy.sequence!.steps)
      steps.length = 3
      steps[2]!.afterDays = 12
    })
    expect(sequence!.steps[1]!.texts.energy!.paragraphs.at(-1)).toContain('In ten days we write')
    expect(sections.contents!.callouts[3]!.text[1]).toBe(
      'Three emails over twelve days put it to work.',
    )
  })

  test('other terms of the line change its pages and its mails', () => {
    const copy = changed(({ line }) => {
      open(line!.terms).holdHours = 1
      open(line!.terms).returnDays = 1
    }).line!.copy
    expect(copy.mails.reward.preview).toMatch(/^It held for 1 hour\./)
    expect(copy.me.out.whileOpen).toContain('Come back within 1 day and')
    expect(copy.privacy.paragraphs[2]).toContain('are kept for 1 day, in case')
  })

  test('a promise of the brand changes where it stands, also in the words of the interface', () => {
    const own = { bonusStack: { n: 1, unit: 'week' } } as const
    const brand = changed((copy) => void (copy.promises = own))
    expect(brand.forms.bonus).toBe('A mystery bonus stack is added within 1 week.')
    expect(withPromises('added within {bonusStack}', 'en', brand)).toBe('added within 1 week')
  })
})

describe('the shipped texts', () => {
  const all = { ...promisesOf(campaign), nextMail: promises.networks }
  const braces = (words: unknown) =>
    leaves(words).flatMap(({ value }) =>
      typeof value === 'string'
        ? [...value.matchAll(/\{(\w+)\}/g)].filter(
            ([, name]) => promiseText(all, name!, 'en') !== undefined,
          )
        : [],
    )

  test('name promises, and show none of them in braces', () => {
    expect(braces(campaign).length).toBeGreaterThan(50)
    expect(braces(keepPromises(campaign))).toEqual([])
    expect(braces(withPromises(words, 'en', campaign))).toEqual([])
  })

  test('say what they said when the numbers were typed', () => {
    const { mails, privacy, sequence } = keepPromises(campaign)
    expect(mails.confirm.ignore).toContain('this address is deleted after 30 days.')
    expect(mails.result.ignore).toContain('the result is deleted after 7 days.')
    expect(privacy.parts[2]!.paragraphs[2]).toContain('of one address the newest twenty.')
    expect(privacy.parts[2]!.paragraphs[3]).toContain('count emails to a mailbox: 11 days at most')
    expect(privacy.parts[4]!.paragraphs[0]).toContain('then up to three, a day apart, ask')
    expect(sequence!.steps[3]!.texts.stress!.paragraphs[2]).toContain(
      'the last of the four emails.',
    )
  })

  test('a campaign without promises in a part keeps that part as it is', () => {
    const kept = keepPromises(campaign)
    expect(kept.quiz).toBe(campaign.quiz)
    expect(keepPromises(kept)).toBe(kept)
  })

  test('"the second" missed wave, in both languages, is what the server counts to', () =>
    expect(promises.missedSpots.n).toBe(2))
})

test('no promise has the name of a placeholder with another meaning', () =>
  expect(
    Object.keys(promisesOf(campaign, 'sequence.steps.0.texts')).filter((name) =>
      blankNames.filter((blank) => !/^[sS]equence/.test(blank)).includes(name),
    ),
  ).toEqual([]))
