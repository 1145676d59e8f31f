import { expect, test } from 'vitest'
import { composeCampaign } from '#campaign/compose.ts'
import * as base from '#campaigns/base/words/index.ts'
import { campaign } from '#campaigns/fuel/index.ts'
import { wrongOwnWords } from './own-words.ts'

test.each<[string, object, string]>([
  [
    'a misspelt word',
    { failed: { titel: 'Oh.' } },
    "words.failed.titel: there is no such key: write 'title'",
  ],
  [
    'a misspelt part',
    { notfound: { title: 'Gone.' } },
    "words.notfound: there is no such key: write 'notFound'",
  ],
  [
    'a text in the place of a part',
    { notFound: 'Gone.' },
    'words.notFound: it is a text, and has to be an object',
  ],
  [
    'a number in the place of a text',
    { forAddress: 5 },
    'words.forAddress: it is a number, and has to be a text',
  ],
  ['an empty text', { forAddress: ' ' }, 'words.forAddress: the text is empty'],
  [
    'a blank that code does not fill in',
    { forAddress: 'For {name}' },
    'words.forAddress: nothing fills in {name} here',
  ],
])('[BRAND-8] %s among the words that a campaign replaces is refused', (_, own, line) =>
  expect(wrongOwnWords(own, base).map(({ key, reason }) => `${key}: ${reason}`)).toEqual([line]),
)

test('[BRAND-8] a campaign replaces single words of the base, and has the base’s others', () => {
  const own = { forAddress: 'An {email}', notFound: { title: 'Verschollen.' } }
  expect(wrongOwnWords(own, base)).toEqual([])
  const { words } = composeCampaign(
    'trial',
    { campaign: { ...campaign, words: own } },
    { campaign: {}, words: { ...base } },
    'en',
  )
  expect(words.forAddress).toBe('An {email}')
  expect(words.notFound).toEqual({ ...base.notFound, title: 'Verschollen.' })
  expect(words.failed).toEqual(base.failed)
})
