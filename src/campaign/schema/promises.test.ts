import { describe, expect, test } from 'vitest'
import { campaign, words } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { refusalOf, wrongCampaign } from './check.ts'
import { wrongWords } from './texts.ts'

type Place = 'privacy' | 'confirm' | 'line' | 'bonus' | 'welcome' | 'section' | 'sequence' | 'lead'
/** The campaign with a text in this place. */
const withText: Record<Place, (text: string) => Partial<Campaign>> = {
  privacy: (text) => ({
    privacy: { ...campaign.privacy, parts: [{ title: 'Kept', paragraphs: [text] }] },
  }),
  confirm: (text) => ({
    mails: { ...campaign.mails, confirm: { ...campaign.mails.confirm, ignore: text } },
  }),
  line: (text) => ({
    line: {
      ...campaign.line!,
      copy: { ...campaign.line!.copy, privacy: { title: 'The line', paragraphs: [text] } },
    },
  }),
  bonus: (text) => ({ forms: { ...campaign.forms, bonus: text } }),
  welcome: (text) => ({
    mails: { ...campaign.mails, welcome: { ...campaign.mails.welcome, paragraphs: [text] } },
  }),
  section: (text) => ({
    sections: { ...campaign.sections, updates: { title: text } },
  }),
  sequence: (text) => ({
    sequence: {
      ...campaign.sequence!,
      steps: campaign.sequence!.steps.map((step) => ({
        ...step,
        texts: { ...step.texts, focus: { ...step.texts.focus!, paragraphs: [text] } },
      })),
    },
  }),
  lead: (text) => ({ hero: { ...campaign.hero, lead: text } }),
}
const wrongIn = (place: Place, text: string) => [
  ...new Set(
    wrongCampaign({ ...campaign, ...withText[place](text) }).map(
      ({ reason }) => /^'([^']+)' would stay/.exec(reason)?.[1] ?? reason,
    ),
  ),
]

describe('[LIVE-1] a bare number in a text that promises something is refused', () => {
  test.each<[Place, string, string]>([
    ['privacy', 'Addresses are kept for 30 days.', '30 days'],
    ['privacy', 'Addresses are kept for thirty days.', 'thirty days'],
    ['privacy', 'Addresses are kept for twenty-four hours.', 'twenty-four hours'],
    ['privacy', 'Addresses are kept for a 30-day period.', '30-day'],
    ['privacy', 'Adressen blijven 30 dagen.', '30 dagen'],
    ['privacy', 'Adressen blijven dertig dagen.', 'dertig dagen'],
    ['privacy', 'Adressen blijven vierentwintig uur.', 'vierentwintig uur'],
    ['privacy', 'Adressen blijven een week.', 'een week'],
    ['privacy', 'Adressen blijven één maand.', 'één maand'],
    ['privacy', 'They go after a week.', 'a week'],
    ['privacy', 'They go after 3 to 5 days.', '5 days'],
    ['privacy', 'They go after 10 working days.', '10 working days'],
    ['privacy', 'They go after 1.5 years.', '1.5 years'],
    ['privacy', 'They go after 48h.', '48h'],
    ['privacy', 'They go on the 30th day.', '30th day'],
    ['privacy', 'Of one address the newest twenty.', 'newest twenty'],
    ['privacy', 'At most 3 follow.', 'At most 3'],
    ['privacy', 'Hooguit drie mails volgen.', 'Hooguit drie mails'],
    ['confirm', 'This address is deleted after 30 days.', '30 days'],
    ['line', 'One cookie stays there for a year.', 'a year'],
    ['line', 'The last ten places are kept.', 'last ten places'],
    ['bonus', 'A bonus is added within 24 hours.', 'within 24 hours'],
    ['bonus', 'Een bonus volgt binnen een dag.', 'binnen een dag'],
    ['welcome', 'Four mails follow.', 'Four mails'],
    ['section', 'Vier mails in negen dagen', 'Vier mails'],
    ['sequence', 'Dit is de laatste van de vier mails.', 'van de vier mails'],
    ['sequence', 'This is the last of the four mails.', 'of the four mails'],
    ['sequence', 'De volgende mail komt over twee dagen.', 'over twee dagen'],
    ['sequence', 'In two days we write again.', 'In two days'],
  ])('%s: %s', (place, text, bare) => expect(wrongIn(place, text)).toEqual([bare]))
})

describe('numbers that promise nothing are left alone', () => {
  test.each<[Place, string]>([
    ['privacy', 'Fuel Protocol, Keizersgracht 12, 1015 CJ Amsterdam, KvK 12345678.'],
    ['privacy', 'By Article 6(1)(a) of Regulation 2016/679.'],
    ['privacy', 'One click on it and one on the button, and no further mail is sent.'],
    ['privacy', 'Try again in a minute. The numbers by the hour stay.'],
    ['privacy', 'Addresses are kept for {unconfirmed}, then at most {results} results.'],
    ['confirm', 'Joined in 2026, on day one of the launch.'],
    ['bonus', 'A 30-day plan comes with it.'],
    ['welcome', 'Your 28-day protocol starts on Monday.'],
    ['welcome', 'Take two capsules a day for 12 weeks.'],
    ['section', 'Energy within 14 days, for 90 days.'],
    ['section', 'A 30-day plan for €49 a month'],
    ['lead', 'Eight hours of focus from one scoop, for 30 days.'],
    ['sequence', 'Twee blokken van 90 minuten, vijf dagen lang. Over drie dagen merk je het.'],
    ['sequence', 'Answer three mails before noon, then take 10 minutes off.'],
  ])('%s: %s', (place, text) => expect(wrongIn(place, text)).toEqual([]))

  test('the text for one of something', () => {
    const { line } = campaign
    const left = { ...line!.copy.me.leave.left, one: 'Your place waits. A day.' }
    const me = { ...line!.copy.me, leave: { ...line!.copy.me.leave, left } }
    expect(wrongCampaign({ ...campaign, line: { ...line!, copy: { ...line!.copy, me } } })).toEqual(
      [],
    )
  })
})

test('the refusal names file, key and reason, and what to write instead', () =>
  expect(
    refusalOf({ campaign: { ...campaign, ...withText.confirm('It is deleted after 11 days.') } }),
  ).toBe(
    "The campaign cannot be built:\n  campaigns/fuel/mails.ts  mails.confirm.ignore: '11 days' would stay when the number changes: write {mailboxes}, or declare a promise of your own in 'promises' of the campaign's index.ts",
  ))

test('words of the interface are searched too, and the shipped ones have no bare number', () => {
  expect(wrongWords(words)).toEqual([])
  const removed = { text: 'It is deleted within 30 days.' }
  expect(refusalOf({ campaign, words: { removed } })).toMatch(
    /campaigns\/base\/words {2}removed\.text: '30 days' would stay when the number changes: write \{unconfirmed\}/,
  )
})

describe('a promise of the brand', () => {
  const wrongWith = (own: Record<string, { n: number; unit: 'day' }>) =>
    wrongCampaign({ ...campaign, promises: { ...campaign.promises, ...own } }).map(
      ({ key, reason }) => `${key}: ${reason}`,
    )

  test('can be named in a text', () => {
    const promised = { ...campaign.promises, answer: { n: 1, unit: 'month' } as const }
    const text = 'We answer within {answer}.'
    expect(wrongCampaign({ ...campaign, ...withText.privacy(text), promises: promised })).toEqual(
      [],
    )
  })

  test.each([
    ['email', 2, 'promises.email: {email} has another meaning already: choose another name'],
    [
      'unconfirmed',
      2,
      'promises.unconfirmed: {unconfirmed} has another meaning already: choose another name',
    ],
    [
      'Answer',
      2,
      'promises.Answer: a name begins with a small letter and has letters and digits only',
    ],
    ['answer', 0, 'promises.answer: 0 is no whole number above 0'],
    ['answer', 1.5, 'promises.answer: 1.5 is no whole number above 0'],
  ])('{%s} of %d days is refused', (name, n, line) =>
    expect(wrongWith({ [name]: { n, unit: 'day' } })).toEqual([line]),
  )
})

test.each<[string, Partial<Campaign>]>([
  ['hero.cta', { hero: { ...campaign.hero, cta: 'Join within {unconfirmed}' } }],
  [
    'consents.0.text',
    { consents: [{ version: '1', text: 'For {unconfirmed}. Privacy', link: 'Privacy' }] },
  ],
])('a promise is refused in %s, where nothing fills it in', (key, change) =>
  expect(wrongCampaign({ ...campaign, ...change })).toContainEqual(
    expect.objectContaining({ key, reason: 'nothing fills in {unconfirmed} here' }),
  ),
)

test('a blank that nothing fills in here is refused', () => {
  const steps = campaign.sequence!.steps.map((step) => step.name)
  expect(
    wrongCampaign({ ...campaign, ...withText.sequence('Over {nextMailInWords} mailen we.') }).map(
      ({ key, reason }) => `${key}: ${reason}`,
    ),
  ).toEqual([
    `sequence.steps.${steps.length - 1}.texts.focus.paragraphs.0: nothing fills in {nextMailInWords} here`,
  ])
})
