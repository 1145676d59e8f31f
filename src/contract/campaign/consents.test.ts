import { describe, expect, test } from 'vitest'
import {
  consentIn,
  consentOfVersion,
  consentWording,
  isCurrentConsent,
  type Consents,
} from './consents.ts'

const consents: Consents = [
  { version: '2', text: 'You agree. Privacy', link: 'Privacy' },
  { version: '2-nl', lang: 'nl', text: 'Je gaat akkoord. Privacy', link: 'Privacy' },
  { version: '1-nl', lang: 'nl', text: 'Akkoord. Privacy', link: 'Privacy' },
  { version: '1', text: 'Agreed. Privacy', link: 'Privacy' },
]

describe('[FORM-10] consents in several languages', () => {
  test.each([
    [undefined, '2'],
    ['nl', '2-nl'],
    ['de', '2'],
  ])("in %s the newest is %s, the page's own where there is none", (lang, version) =>
    expect(consentIn(consents, lang).version).toBe(version),
  )

  test.each([
    ['2', true],
    ['2-nl', true],
    ['1', false],
    ['1-nl', false],
    ['import', false],
    [undefined, false],
  ])('version %s is the newest of its language: %s', (version, current) =>
    expect(isCurrentConsent(consents, version)).toBe(current),
  )

  test('a version that the campaign no longer has is none', () =>
    expect([consentOfVersion(consents, '1-nl'), consentOfVersion(consents, 'import')]).toEqual([
      consents[2],
      undefined,
    ]))

  test('the stored text excludes the label of its link', () =>
    expect(consents.map(consentWording)).toEqual([
      'You agree.',
      'Je gaat akkoord.',
      'Akkoord.',
      'Agreed.',
    ]))
})
