import { expect, test } from 'vitest'
import { escapeBeyondLatin1 } from './one-byte-source.ts'

test('a bundle keeps its meaning without a character beyond Latin-1', () => {
  const escaped = escapeBeyondLatin1('["€ café", `→ ${1}`, /^[a-z–]$/u.test("–"), "🌞".length]')
  expect(escaped).toMatch(/^[\0-\xff]*$/)
  expect(new Function(`return ${escaped}`)()).toEqual(['€ café', '→ 1', true, 2])
})
