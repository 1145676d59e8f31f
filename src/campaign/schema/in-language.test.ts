import { describe, expect, test } from 'vitest'
import { bases } from '#campaigns/base/languages.ts'
import * as fuel from '#campaigns/fuel/index.ts'
import { composeCampaign, type DeclaredCampaign } from '#campaign/compose.ts'
import { textsOf, wrongInLanguage } from './in-language.ts'

// The texts of a language are merged into the records of the first.
const dutch = fuel.languages.nl as unknown as DeclaredCampaign
const first = {
  declared: fuel.campaign,
  whole: composeCampaign('fuel', { campaign: fuel.campaign }, bases['en']!, 'en'),
}

/** What is wrong with the Dutch of fuel after a change. */
function wrongAfter(change: (data: any) => void, declared = first.declared) {
  const copy = structuredClone(dutch)
  change(copy)
  return wrongInLanguage('nl', copy, { ...first, declared }).map(
    ({ key, reason }) => `${key}: ${reason}`,
  )
}

const missing = "it has no text in 'nl', and one in 'en'"

test('the Dutch of the shipped campaign is whole', () => expect(wrongAfter(() => {})).toEqual([]))

describe('[LANG-5] a text of the first language that a further one lacks is named', () => {
  test.each<[string, (data: any) => void, string[]]>([
    ['a text', (data) => delete data.hero.badge, ['hero.badge']],
    ['a text that is null', (data) => (data.mast.note = null), ['mast.note']],
    [
      'a part that is null',
      (data) => (data.sections.stay = null),
      [
        'sections.stay.title',
        'sections.stay.items.0',
        'sections.stay.items.1',
        'sections.stay.items.2',
        'sections.stay.cta',
      ],
    ],
    ['a whole part', (data) => delete data.head, ['head.title', 'head.description']],
    [
      'the last of a list',
      (data) => (data.updates = data.updates.slice(0, -1)),
      ['updates.2.when', 'updates.2.text'],
    ],
    ['the name of an offer', (data) => delete data.offers.exit.name, ['offers.exit.name']],
    [
      'the words of a figure',
      (data) => delete data.figures.cohort[1].text,
      ['figures.cohort.1.text'],
    ],
    [
      'the caption of a drawing',
      (data) => delete data.sections.final.figure,
      ['sections.final.figure'],
    ],
    [
      'an option of the quiz',
      (data) => delete data.quiz.questions[2].options[3].text,
      ['quiz.questions.2.options.3.text'],
    ],
    [
      'a paragraph of the sequence',
      (data) => delete data.sequence.steps[0].texts.focus.paragraphs[0],
      ['sequence.steps.0.texts.focus.paragraphs.0'],
    ],
    [
      'a word of the base that the campaign replaces',
      (data) => delete data.words.backToPage,
      ['words.backToPage'],
    ],
  ])('%s', (_, change, keys) =>
    expect(wrongAfter(change)).toEqual(keys.map((key) => `${key}: ${missing}`)),
  )

  test('and so are consent lines of its own', () =>
    expect(
      wrongAfter(() => {}, { ...fuel.campaign, consents: first.whole.campaign.consents }),
    ).toEqual(["consents: the campaign has lines of its own, and none in 'nl'"]))

  test('a fact that is not given yet in a language is missing, and no error', () => {
    const notGiven = (data: any) => (data.product = { price: null })
    for (const price of ['€49 a month', { sample: '€49 a month' }])
      expect(wrongAfter(notGiven, { ...fuel.campaign, product: { price } })).toEqual([])
  })

  test('[HERO-12] a fact is a sample in each language or in none', () => {
    const price = '€59'
    expect(
      wrongAfter((data) => (data.product = { price: { sample: price } }), {
        ...fuel.campaign,
        product: { price },
      }),
    ).toContain(`product.price: ${missing}`)
  })
})

describe('[LANG-5] what a further language declares beside the first is refused', () => {
  test.each<[string, (data: any) => void, string]>([
    [
      'a text of no text',
      (data) => (data.head.claim = 'Beter'),
      "head.claim: there is no such text in 'en': remove it",
    ],
    [
      'a part that the first has not',
      (data) => (data.sections.faq = { title: 'Vragen' }),
      "sections.faq.title: there is no such text in 'en': remove it",
    ],
    [
      'an offer of its own',
      (data) => (data.offers.extra = { name: 'Extra' }),
      "offers.extra.name: there is no such text in 'en': remove it",
    ],
    [
      'one more in a list',
      (data) => data.updates.push({ when: 'Nu', text: 'Iets' }),
      "updates.3.when: there is no such text in 'en': remove it",
    ],
    [
      'a part of the base that it leaves out',
      (data) => (data.live.notice = null),
      "live.notice: it is null in 'nl' alone: remove it",
    ],
    [
      'another number',
      (data) => (data.figures.launch = { value: { goal: 500 } }),
      "figures.launch.value.goal: it is 10000 in 'en', and the same in every language: remove it",
    ],
    [
      'another switch',
      (data) => (data.switches = { debugBadge: false }),
      "switches.debugBadge: it is true in 'en', and the same in every language: remove it",
    ],
    [
      'another time',
      (data) => (data.offers.exit.endsAt = '2027-02-01T10:00'),
      "offers.exit.endsAt: it is '2027-01-31T23:59' in 'en', and the same in every language: remove it",
    ],
    [
      'another number of an offer',
      (data) => (data.offers.legacyPack.number = 'nr. 1'),
      "offers.legacyPack.number: it is '#001' in 'en', and the same in every language: remove it",
    ],
    [
      'another id of an option',
      (data) => (data.quiz.questions[0].options[0].id = 'eerste'),
      "quiz.questions.0.options.0.id: it is 'first-hours' in 'en', and the same in every language: remove it",
    ],
    [
      'a text without its blank',
      (data) => (data.forms.bonus = 'Een bonus komt eraan.'),
      "forms.bonus: {bonusStack} is missing, which the text in 'en' has",
    ],
    [
      'a text with a blank of its own',
      (data) => (data.forms.note = 'Na {unconfirmed} weg.'),
      "forms.note: the text in 'en' has no {unconfirmed}",
    ],
  ])('%s', (_, change, line) => expect(wrongAfter(change)[0]).toBe(line))

  test('a number may be said in words, and the same value may stand twice', () =>
    expect(
      wrongAfter((data) => {
        data.forms.bonus = 'Binnen {bonusStackInWords} komt er iets bij.'
        data.switches = { debugBadge: true }
        data.privacy.contact.email = 'privacy-nl@fuelprotocol.example'
      }),
    ).toEqual([]))
})

test('texts are what a language has words for: no id, no name, no version, no source', () => {
  const texts = Object.keys(textsOf({ ...first.whole.campaign, words: first.whole.words }))
  expect(texts).toEqual(
    expect.arrayContaining([
      'sections.final.figure',
      'offers.exit.name',
      'words.pause',
      'updates.0.when',
    ]),
  )
  const noText = [
    ['name', 'brand', 'language', 'timeZone', 'currency', 'consents.0.version'],
    ['figures.launch.source.kind', 'figures.recent.entries.0.name', 'offers.legacyPack.number'],
    ['offers.exit.endsAt', 'offers.exit.placement', 'quiz.questions.0.id', 'quiz.lang'],
    ['quiz.questions.0.options.0.icon', 'sequence.steps.0.name', 'privacy.contact.email'],
    ['sections.recent.lang', 'words.formMessages.lang', 'words.quizResult.failedTitleLang'],
  ].flat()
  expect(texts.filter((key) => noText.includes(key))).toEqual([])
})
