import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanEmail, firstNameOf, isEmail } from './email.ts'

test.each([
  ['sanne@fuel.example', 'sanne'],
  ['  Sanne.de.Vries@fuel.example ', 'Sanne.de.Vries'],
  ['mailto:sanne@fuel.example', 'sanne'],
  ['sanne', 'sanne'],
])('[FORM-6] of %j the first name is %s, the part before the at sign', (email, name) =>
  expect(firstNameOf(email)).toBe(name),
)

test.each([
  ['  sanne@fuel.example\n', 'sanne@fuel.example'],
  ['\u200b sanne@fuel.example\u00a0\u2060', 'sanne@fuel.example'],
  ['\u202asanne@fuel.example\u202c', 'sanne@fuel.example'],
  ['\u00ad\u2066sanne@fuel.example\u2069\ufeff', 'sanne@fuel.example'],
  ['MAILTO:sanne@fuel.example', 'sanne@fuel.example'],
  ['mailto:mailto:sanne@fuel.example', 'mailto:sanne@fuel.example'],
  ['([<"\'sanne@fuel.example\'">]).,;:', 'sanne@fuel.example'],
  ['info@müller.de', 'info@müller.de'],
  ['san\u200bne@fuel.example', 'san\u200bne@fuel.example'],
  ['sanne @fuel.example', 'sanne @fuel.example'],
])('[FORM-2] %j is cleaned to %j', (typed, cleaned) => expect(cleanEmail(typed)).toBe(cleaned))

test.each([
  ['<sanne@fuel.example>', true],
  ['sanne@fuel.example\u200b', true],
  ['\u200b sanne@fuel.example', true],
  ['a@b.c', true],
  ['a..b@docomo.ne.jp', true],
  ['a@b..c', true],
  ['a@.b', false],
  ['a@..b', true],
  ['a@b.>', false],
  ['<@b.c', false],
  ['mailto:@b.c', false],
  ['a@b@c.d', false],
  ['Sanne <sanne@fuel.example>', false],
  ['sanne＠fuel.example', false],
])('[FORM-2] whether %j is an e-mail: %s', (typed, is) => expect(isEmail(typed)).toBe(is))

test('[FORM-2] a cleaned text is an e-mail where the rule of the requirement says so', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'ab@@.. \n\u2028<"'), maxLength: 12 })
  fc.assert(
    fc.property(texts, (typed) => {
      expect(isEmail(typed)).toBe(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cleanEmail(typed)))
    }),
  )
})
