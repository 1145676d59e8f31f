import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { campaignParts, partsOf, saidIn, saidOf, withTheirPart } from './campaign-parts.ts'

const line = campaign.line!
const without = { quiz: null, sequence: null, line: null, offers: {} }
const partsIn = (changed: Partial<typeof campaign>) =>
  campaignParts.filter(partsOf({ ...campaign, ...changed }))

describe('[BRAND-6] the parts of a campaign', () => {
  test.each<[string, Partial<typeof campaign>, string[]]>([
    ['the shipped one', {}, ['quiz', 'sequence', 'line', 'rewards', 'offers']],
    ['one without any', without, []],
    ['a sequence that no quiz leads to', { quiz: null }, ['line', 'rewards', 'offers']],
    ['a quiz without mails', { sequence: null }, ['quiz', 'line', 'rewards', 'offers']],
    [
      'a line without rewards',
      { ...without, line: { ...line, terms: { ...line.terms, rewards: [] } } },
      ['line'],
    ],
    [
      'offers that nobody is granted',
      { ...without, offers: { invitations: campaign.offers['invitations']!, exit: null } },
      [],
    ],
  ])('of %s', (_, changed, expected) => expect(partsIn(changed)).toEqual(expected))
})

describe('[BRAND-6] a text', () => {
  const has = (part: string) => part === 'line'
  test.each([
    [
      'says what is about a part that is there',
      'You are in[line: , at place 3].',
      'You are in, at place 3.',
    ],
    ['leaves out what is about another', 'Seen[quiz: , asked] and sent.', 'Seen and sent.'],
    [
      'has other words without a part',
      '[line: Place][no line: Number][no quiz: s] {n}',
      'Places {n}',
    ],
    [
      'has one in another',
      'Ends[line:  of [quiz: types][no quiz: spots]] move.',
      'Ends of spots move.',
    ],
    [
      'keeps other brackets',
      '[your name and address], [quizz: x]',
      '[your name and address], [quizz: x]',
    ],
  ])('%s', (_, text, said) => expect(saidOf(text, has)).toBe(said))

  test('of a list goes where nothing of it is left, and other empty ones stay', () =>
    expect(saidIn({ list: ['[quiz: Asked.]', '', 'Kept.'], n: 1, none: null }, has)).toEqual({
      list: ['', 'Kept.'],
      n: 1,
      none: null,
    }))
})

test('[BRAND-6] of a list those stay that need no part, or one that is there', () =>
  expect(
    withTheirPart(
      [{ needs: 'quiz', n: 1 }, { needs: 'line', n: 2 }, { n: 3 }] as const,
      (part) => part === 'line',
    ),
  ).toEqual([{ needs: 'line', n: 2 }, { n: 3 }]))
