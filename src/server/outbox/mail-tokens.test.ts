import { newId } from '#server/db/new-id.ts'
import { expect, test } from 'vitest'
import { testSecret } from '#test/fresh-store.ts'
import { openMailTokens } from './mail-tokens.ts'

const newer = 'a-newer-secret-for-the-tests-long-enough'
const tokens = openMailTokens([testSecret])

test('[BACK-1] a token names its mail and fits into the local part of an address', () => {
  for (let round = 0; round < 200; round++) {
    const id = newId()
    const token = tokens.tokenOf(id)
    expect(token).toMatch(/^[a-z2-7]{42}$/)
    expect(tokens.mailIdOf(token)).toBe(id)
    expect(tokens.mailIdOf(token.toUpperCase())).toBe(id)
  }
})

test('[BACK-1] a token opens after a rotation of the secret, until its secret is retired', () => {
  const id = newId()
  const token = tokens.tokenOf(id)
  expect(openMailTokens([newer, testSecret]).mailIdOf(token)).toBe(id)
  expect(openMailTokens([newer]).mailIdOf(token)).toBeNull()
})

test('[BACK-1] a token with any character changed, added or left out names no mail', () => {
  const token = tokens.tokenOf(newId())
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'a' ? 'b' : 'a'
    expect(tokens.mailIdOf(token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
    expect(tokens.mailIdOf(token.slice(0, at) + token.slice(at + 1))).toBeNull()
  }
  expect(tokens.mailIdOf(`${token}a`)).toBeNull()
})

test.each(['', 'a', '1'.repeat(42), 'é'.repeat(42), 'a'.repeat(100_000)])(
  '[BACK-1] a text that is no token names no mail (%.10s)',
  (text) => {
    expect(tokens.mailIdOf(text)).toBeNull()
  },
)
