import { expect, test } from 'vitest'
import { formTokens } from './forms.ts'

const tokens = formTokens(['a secret of at least thirty-two characters'])
const noon = Date.parse('2026-11-21T12:00:00Z')
const hour = 3_600_000

test('a page token is the same for ten minutes and counts for 24 hours', () => {
  expect(tokens.page(noon)).toBe(tokens.page(noon + 599_999))
  expect(tokens.page(noon)).not.toBe(tokens.page(noon + 600_000))
  expect(tokens.verify(tokens.page(noon), noon + 24 * hour - 1)).toEqual({ kind: 'page' })
  expect(tokens.verify(tokens.page(noon), noon + 24 * hour)).toEqual({ kind: 'none' })
})

test('a fresh token tells its age and counts for two hours', () => {
  expect(tokens.verify(tokens.fresh(noon), noon + 1_999)).toEqual({ kind: 'fresh', ageMs: 1_999 })
  expect(tokens.verify(tokens.fresh(noon), noon + 2 * hour)).toEqual({ kind: 'none' })
})

test('a token of a clock that was ahead counts as none, and one of another server counts', () => {
  for (const issue of [tokens.page, tokens.fresh]) {
    expect(tokens.verify(issue(noon + 40 * 24 * hour), noon)).toEqual({ kind: 'none' })
    expect(tokens.verify(issue(noon + 2_000), noon).kind).not.toBe('none')
  }
})

test('a token made before the secret was changed counts until the old one is left out', () => {
  const [before, after] = [formTokens(['the old one']), formTokens(['the new one', 'the old one'])]
  expect([after.verify(before.fresh(noon), noon), after.verify(before.page(noon), noon)]).toEqual([
    { kind: 'fresh', ageMs: 0 },
    { kind: 'page' },
  ])
  expect(formTokens(['the new one']).verify(before.fresh(noon), noon)).toEqual({ kind: 'none' })
  expect(formTokens(['the new one']).verify(after.fresh(noon), noon)).toEqual({
    kind: 'fresh',
    ageMs: 0,
  })
})

test('a token of another key, a changed one and nonsense are worth as much as none', () => {
  const [payload, signature] = tokens.fresh(noon).split('.')
  const forged = [
    formTokens(['another secret, also long enough for it']).fresh(noon),
    `${payload}0.${signature}`,
    `${payload}.${signature!.slice(1)}x`,
    '',
    '.',
    'p.',
    'constructor.x',
    `p1.${'é'.repeat(27)}`,
  ]
  for (const token of forged) expect(tokens.verify(token, noon)).toEqual({ kind: 'none' })
})
