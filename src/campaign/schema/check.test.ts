import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { sequence } from '#campaigns/fuel/sequence.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { refusalOf, wrongCampaign } from './check.ts'

test('the shipped campaign is right', () => expect(wrongCampaign(campaign)).toEqual([]))

describe('[LIVE-1] wrong campaign data is named with its file, its key and the reason', () => {
  test.each<[string, string, (data: Campaign) => unknown, string]>([
    [
      'figures.ts',
      'figures.launch.value.registered',
      (data) => {
        data.figures.launch.value.registered = 10_001
      },
      'more are registered than the goal',
    ],
    [
      'offers.ts',
      'offers.exit.numbers.discountPercent',
      (data) => {
        Object.assign(data.offers['exit']!, { numbers: { discountPercent: 130 } })
      },
      '130 is no percentage',
    ],
    [
      'offers.ts',
      'offers.exit.numbers.discountPercent',
      (data) => {
        Object.assign(data.offers['exit']!, { numbers: { discountPercent: 101 } })
      },
      '101 is no percentage',
    ],
    [
      'offers.ts',
      'offers.exit.most',
      (data) => {
        data.offers['exit']!.most = 0
      },
      '0 is no whole number above 0',
    ],
    [
      'index.ts',
      'brand',
      (data) => {
        data.brand = ' '
      },
      'the text is empty',
    ],
    [
      'copy/hero.ts',
      'hero.cta',
      (data) => {
        data.hero.cta = ''
      },
      'the text is empty',
    ],
    [
      'copy/hero.ts',
      'hero.unit.complete',
      (data) => {
        data.hero.unit.complete = '89.3% Complete'
      },
      '{n} is missing, so that the text would not show its figure',
    ],
    [
      'copy/sections.ts',
      'sections.contents.facts.0.text.0',
      (data) => {
        data.sections.contents!.facts = [{ name: 'Taken', text: ['Taken {daily}.'] }]
      },
      'nothing fills in {daily} here',
    ],
    [
      'product.ts',
      'product.dose',
      (data) => {
        Object.assign(data.product, { dose: 'Two capsules a day.' })
      },
      'it ends with a full stop, which its sentence has',
    ],
    [
      'index.ts',
      'timeZone',
      (data) => {
        data.timeZone = 'Europe/Amsterdm'
      },
      "'Europe/Amsterdm' is no time zone",
    ],
    [
      'copy/ends.ts',
      'ends.closed.headline',
      (data) => {
        data.ends.closed.headline = 'Closed since {since}.'
      },
      'nothing fills in {since} here',
    ],
    [
      'copy/hero.ts',
      'hero.lead',
      (data) => {
        data.hero.lead = 'For {n} people.'
      },
      'nothing fills in {n} here',
    ],
    [
      'copy/sections.ts',
      'sections.recent.text',
      (data) => {
        data.sections.recent!.text = '{name} heeft zich net aangemeld'
      },
      '{city} is missing, so that the text would not show its figure',
    ],
    [
      'copy/consents.ts',
      'consents.0.text',
      (data) => {
        data.consents[0].text = 'Leave any time.'
      },
      "it does not end with its link, 'Privacy'",
    ],
    [
      'copy/consents.ts',
      'consents',
      (data) => {
        Object.assign(data, { consents: [data.consents[0], data.consents[0]] })
      },
      "the version '2026-11-27' stands twice",
    ],
    [
      'updates.ts',
      'updates.1.text',
      (data) => {
        data.offers['invitations']!.count = 2_000
      },
      "1,000 is none of the campaign's figures",
    ],
    [
      'quiz.ts',
      'quiz.questions.1.id',
      (data) => Object.assign(data.quiz!.questions[1]!, { id: 'stress_response' }),
      "the id 'stress_response' stands twice",
    ],
    [
      'quiz.ts',
      'quiz.questions.0.options',
      (data) =>
        Object.assign(data.quiz!.questions[0]!, {
          options: data.quiz!.questions[0]!.options.slice(3),
        }),
      'a question has two to six options',
    ],
    [
      'quiz.ts',
      'quiz.questions.2.options.0.id',
      (data) => {
        data.quiz!.questions[2]!.options[0]!.id = 'move-first'
      },
      "the id 'move-first' stands twice",
    ],
    [
      'quiz.ts',
      'quiz.questions.2.options.0.id',
      (data) => {
        data.quiz!.questions[2]!.options[0]!.id = 'One thing'
      },
      'an id is of lower-case letters, digits and hyphens',
    ],
    [
      'quiz.ts',
      'quiz.questions.3.options.2.scores.energy',
      (data) => {
        data.quiz!.questions[3]!.options[2]!.scores.energy = 4
      },
      '4 is no score from 1 to 3',
    ],
    [
      'quiz.ts',
      'quiz.types.stress',
      (data) => {
        for (const { options } of data.quiz!.questions)
          for (const { scores } of options) scores.stress = 1
      },
      'no way to answer leads to it',
    ],
    [
      'quiz.ts',
      'quiz.dialog.step',
      (data) => {
        data.quiz!.dialog.step = 'Vraag'
      },
      '{n} is missing, so that the text would not show its figure',
    ],
    [
      'quiz.ts',
      'quiz.resultFirst',
      (data) => {
        data.quiz!.resultFirst = 'de'
      },
      "'de' is none of the campaign's languages: en, nl",
    ],
    [
      'copy/sections.ts',
      'sections.quiz.types',
      (data) => {
        data.quiz!.types.focus!.title = 'Laser'
      },
      'the quiz calls them Laser, Energy Maximizer, Stress Optimizer, Motivation Catalyst',
    ],
    [
      'copy/sections.ts',
      'sections.quiz',
      (data) => {
        data.quiz = null
      },
      'it invites to a quiz, and there is none',
    ],
    [
      'letters.ts',
      'letters.plan.firstHour',
      (data) => {
        data.letters.plan.firstHour = 0
      },
      '0 is no whole number above 0',
    ],
    [
      'letters.ts',
      'letters.plan.perProvider.growth',
      (data) => {
        data.letters.plan.perProvider.growth = 0.5
      },
      '0.5 is below 1',
    ],
    [
      'letters.ts',
      'letters.stops.bounces.share',
      (data) => {
        data.letters.stops.bounces.share = 5
      },
      '5 is not between 0 and 1',
    ],
    [
      'sequence.ts',
      'sequence.timeZone',
      (data) => {
        data.sequence!.timeZone = 'Europe/Amsterdm'
      },
      "'Europe/Amsterdm' is no time zone",
    ],
    [
      'sequence.ts',
      'sequence.timeZone',
      (data) => {
        data.sequence!.timeZone = '+01:00'
      },
      "'+01:00' is no time zone",
    ],
    [
      'sequence.ts',
      'sequence.quietHours.from',
      (data) => {
        data.sequence!.quietHours.from = 24
      },
      '24 is no hour from 0 to 23',
    ],
    [
      'sequence.ts',
      'sequence.quietHours.to',
      (data) => {
        data.sequence!.quietHours.to = 7.5
      },
      '7.5 is no hour from 0 to 23',
    ],
    [
      'sequence.ts',
      'sequence.steps',
      (data) => {
        data.sequence!.steps = []
      },
      'there is a quiz, and no mail follows its result',
    ],
    [
      'sequence.ts',
      'sequence.steps',
      (data) => {
        data.sequence = null
      },
      'there is a quiz, and no mail follows its result',
    ],
    [
      'sequence.ts',
      'sequence.steps.0.afterDays',
      (data) => {
        data.sequence!.steps[0]!.afterDays = 1
      },
      'the first mail goes out at once, after 0 days',
    ],
    [
      'sequence.ts',
      'sequence.steps.3.afterDays',
      (data) => {
        data.sequence!.steps[3]!.afterDays = 5
      },
      'the step before it comes after 5',
    ],
    [
      'sequence.ts',
      'sequence.steps.3.afterDays',
      (data) => {
        data.sequence!.steps[3]!.afterDays = 9.5
      },
      '9.5 is no whole number of days',
    ],
    [
      'sequence.ts',
      'sequence.steps.2.name',
      (data) => {
        data.sequence!.steps[2]!.name = 'protocol'
      },
      "the name 'protocol' stands twice",
    ],
    [
      'sequence.ts',
      'sequence.steps.2.name',
      (data) => {
        data.sequence!.steps[2]!.name = 'Dag 5'
      },
      'a name is of lower-case letters, digits and hyphens',
    ],
    [
      'sequence.ts',
      'sequence.steps.1.texts.stress.preview',
      (data) => {
        data.sequence!.steps[1]!.texts.stress!.preview = ''
      },
      'the text is empty',
    ],
    [
      'sequence.ts',
      'sequence.steps.1.texts.stress.paragraphs',
      (data) => {
        data.sequence!.steps[1]!.texts.stress!.paragraphs = []
      },
      'a mail has a paragraph',
    ],
    [
      'sequence.ts',
      'sequence.steps.0.texts.focus.title',
      (data) => {
        data.sequence!.steps[0]!.texts.focus!.title = 'Voor {name}'
      },
      'nothing fills in {name} here',
    ],
    [
      'mails.ts',
      'mails.sequence.why',
      (data) => {
        data.mails.sequence.why = 'Je deed de quiz.'
      },
      '{email} is missing, so that the text would not show its figure',
    ],
    [
      'mails.ts',
      'mails.confirm.quiz',
      (data) => {
        data.mails.confirm.quiz = 'Your protocol follows.'
      },
      '{type} is missing, so that the text would not show its figure',
    ],
    [
      'copy/privacy.ts',
      'privacy.contact.email',
      (data) => {
        data.privacy.contact.email = 'our website'
      },
      'our website is no e-mail address',
    ],
    [
      'mails.ts',
      'mails.welcome.subject',
      (data) => {
        data.mails.welcome.subject = 'Welcome, {name}'
      },
      'nothing fills in {name} here',
    ],
  ])('%s %s', (file, key, spoil, reason) => {
    const spoilt = structuredClone(campaign)
    spoil(spoilt)
    expect(wrongCampaign(spoilt)).toEqual([{ file: `campaigns/fuel/${file}`, key, reason }])
  })
})

test('a campaign of one file has each of its errors in that file', () =>
  expect(
    refusalOf({
      campaign: { ...campaign, hero: { ...campaign.hero, cta: '' } },
      hasFile: (file) => file === 'campaigns/fuel/index.ts',
    }),
  ).toBe('The campaign cannot be built:\n  campaigns/fuel/index.ts  hero.cta: the text is empty'))

test('each fault is one line of words, and a correct campaign has none', () => {
  expect(refusalOf({ campaign })).toBeNull()
  expect(
    refusalOf({ campaign: { ...campaign, brand: '', mast: { ...campaign.mast, note: '' } } }),
  ).toBe(
    'The campaign cannot be built:\n  campaigns/fuel/index.ts  brand: the text is empty\n  campaigns/fuel/index.ts  mast.note: the text is empty',
  )
})

test.each([
  ['an empty list of updates', { updates: [] }],
  [
    'an offer for one person, and one that takes nothing at all',
    {
      offers: {
        ...campaign.offers,
        exit: { ...campaign.offers['exit']!, most: 1, numbers: { discountPercent: 100 } },
      },
    },
  ],
  ['a section that is left out', { sections: { ...campaign.sections, quiz: null } }],
  ['a campaign without a quiz', { quiz: null, sections: { ...campaign.sections, quiz: null } }],
  [
    'a campaign without a quiz and without a sequence',
    { quiz: null, sections: { ...campaign.sections, quiz: null }, sequence: null },
  ],
  ['a night from eleven', { sequence: { ...sequence, quietHours: { from: 23, to: 8 } } }],
  [
    'a night that has no quiet hours',
    { sequence: { ...sequence, quietHours: { from: 0, to: 0 } } },
  ],
  [
    'a text that names the brand',
    {
      sequence: {
        ...sequence,
        steps: sequence.steps.map((step) => ({
          ...step,
          texts: { ...step.texts, focus: { ...step.texts.focus!, subject: 'Je {brand}' } },
        })),
      },
    },
  ],
])('%s is right', (_, change) => expect(wrongCampaign({ ...campaign, ...change })).toEqual([]))
