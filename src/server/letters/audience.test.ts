import { expect, test } from 'vitest'
import { oneText } from '#test/letters.ts'
import {
  audienceText,
  everyone,
  isRecipient,
  parseAudience,
  type PossibleRecipient,
} from './audience.ts'
import { filledCampaign, openCampaign } from '#test/open-campaign.ts'
import { problemsOf, wrongSender, type TextRules } from './check.ts'

test.each([
  ['', 'state=confirmed'],
  ['state=confirmed', 'state=confirmed'],
  ['type=focus', 'state=confirmed&type=focus'],
  ['source=utm podcast&type=none', 'state=confirmed&type=none&source=utm+podcast'],
])('[LETTER-1] the audience %j is stored as %j', (text, stored) => {
  expect(audienceText(parseAudience(text)!)).toBe(stored)
  expect(audienceText(parseAudience(stored)!)).toBe(stored)
})

test.each([
  'state=unconfirmed',
  'type=unknown',
  'source=a@b.example',
  'place=1',
  'type=focus&type=focus',
])('the audience %j is refused', (text) => expect(parseAudience(text)).toBeNull())

const [frozen, later] = [1_000_000, 2_000_000]
const person: PossibleRecipient = {
  state: 'confirmed',
  confirmedAt: frozen,
  quizType: 'focus',
  origin: 'utm podcast',
}
test.each<[string, Partial<PossibleRecipient>, string, boolean]>([
  ['who was confirmed when send was pressed', {}, '', true],
  ['who confirmed afterwards', { confirmedAt: frozen + 1 }, '', false],
  ['who was imported afterwards', { confirmedAt: 1, importedAt: frozen + 1 }, '', false],
  ['whose confirmation a clock ahead wrote', { confirmedAt: later + 60_001 }, '', true],
  ['who left meanwhile', { state: 'unsubscribed' }, '', false],
  ['who is suppressed', { state: 'bounced' }, '', false],
  ['of another type', {}, 'type=energy', false],
  ['of the type', {}, 'type=focus', true],
  ['without a type', { quizType: '' }, 'type=none', true],
  ['with a type where none is wanted', {}, 'type=none', false],
  ['of the source', {}, 'source=utm podcast', true],
  ['of another source', {}, 'source=direct', false],
])('[LETTER-2] whether a letter goes to a person %s', (_, changes, audience, expected) =>
  expect(isRecipient({ ...person, ...changes }, parseAudience(audience)!, frozen, later)).toBe(
    expected,
  ),
)

const withType: TextRules = {
  mails: {
    checkLetter: () => [],
    placeholdersIn: ({ body }) =>
      body.includes('{type}') ? [{ name: 'type', fallback: null }] : [],
  },
  publicUrl: 'https://ascend.example',
}
const text = { subject: 'We are live', preview: '', body: 'For {type}.' }
const without = (type: number) => ({ audience: everyone, people: 2_000, without: { en: { type } } })

test('[LETTER-1] a placeholder without a fallback says how many people have no value for it', () => {
  expect(problemsOf(oneText(text), without(1_200), withType)).toEqual([
    {
      language: 'en',
      field: 'body',
      message:
        '1,200 people have no quiz result, so {type} has no value for them. Add a fallback, as in {type|your type}, or choose an audience by type.',
    },
  ])
  expect(problemsOf(oneText(text), without(0), withType)).toEqual([])
})

test.each([
  ['https://waitlist.slot.nl', openCampaign, ['sender']],
  ['https://waitlist.slot.nl', filledCampaign, []],
  ['http://waitlist.slot.nl', openCampaign, []],
  ['https://localhost:3000', openCampaign, []],
  ['http://localhost:3000', openCampaign, []],
])('[LANG-5] at %s a letter is refused while the campaign has open blanks', (url, of, fields) =>
  expect(wrongSender(url, of).map(({ field }) => field)).toEqual(fields),
)

test('[LETTER-1] a letter to nobody is advised a wider audience, unless it is for everybody', () => {
  const to = (audience: string) =>
    problemsOf(
      oneText({ ...text, body: 'Come in.' }),
      { audience: parseAudience(audience)!, people: 0, without: {} },
      withType,
    ).map(({ message }) => message)
  expect(to('state=confirmed')).toEqual(['Nobody has confirmed yet.'])
  expect(to('type=focus')).toEqual([
    'Nobody in this audience has confirmed yet. Choose a wider audience.',
  ])
})
