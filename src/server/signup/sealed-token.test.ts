import { expect, test } from 'vitest'
import { sealedTokens } from '#server/http/forms.ts'

const { seal, open } = sealedTokens(['a secret of at least thirty-two characters'])

test('a sealed token opens for an hour and does not contain the readable address', () => {
  const sealed = seal('sanne@example.com', 0)
  expect(open(sealed, 3_599_999)).toBe('sanne@example.com')
  expect(open(sealed, 3_600_000)).toBeNull()
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('sanne')
})

test('a token that was sealed by a clock that was ahead opens to nothing', () => {
  const [minute, day] = [60_000, 24 * 3_600_000]
  expect(open(seal('sanne@example.com', 40 * day), 0)).toBeNull()
  expect(open(seal('sanne@example.com', 5 * minute), 0)).toBe('sanne@example.com')
})

test.each(['', 'x', 'A'.repeat(80), 'not base64 at all, but long enough to be looked at'])(
  '%j opens to nothing',
  (sealed) => expect(open(sealed, 0)).toBeNull(),
)

test('a token of an earlier secret opens until that secret is removed', () => {
  const [before, after] = [
    sealedTokens(['the old one']),
    sealedTokens(['the new one', 'the old one']),
  ]
  expect([
    after.open(before.seal('sanne@example.com', 0), 0),
    sealedTokens(['the new one']).open(before.seal('sanne@example.com', 0), 0),
  ]).toEqual(['sanne@example.com', null])
  expect(sealedTokens(['the new one']).open(after.seal('sanne@example.com', 0), 0)).toBe(
    'sanne@example.com',
  )
})

test('a token of another secret does not open', () => {
  expect(
    open(sealedTokens(['another secret, also long enough for it']).seal('sanne@example.com', 0), 0),
  ).toBeNull()
})
