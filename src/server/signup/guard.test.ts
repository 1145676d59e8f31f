import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  admitSignUp,
  isPartOfOtherSite,
  senderOf,
  type Admission,
  type GuardDeps,
} from './guard.ts'
import { formTokens } from '#server/http/forms.ts'
import { normalBudget, tightBudget } from '#server/limits/budgets.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const secretKey = 'a secret of at least thirty-two characters'
const tokens = formTokens([secretKey])
const deps: GuardDeps = {
  tokens,
  secretKey,
  publicUrl: 'https://fuel.example',
  limitsFor: () => 'on',
  now: () => now,
}
const ours = { 'sec-fetch-site': 'same-origin' }
const guard = (
  token: string,
  headers: Record<string, string> = ours,
  trap = '',
  limits = deps.limitsFor,
) =>
  admitSignUp(
    { headers, ip: '203.0.113.7' } as unknown as FastifyRequest,
    { token, trap },
    { ...deps, limitsFor: limits },
  )
const budgetOf = ({ charges }: Admission) => charges?.[0]?.budget

describe('the sign-up guard', () => {
  test('a fresh token of two seconds earns the normal budget', () =>
    expect(budgetOf(guard(tokens.fresh(now - 2_000)))).toEqual(normalBudget))
  test('a younger one is answered 429', () =>
    expect(() => guard(tokens.fresh(now - 1_999))).toThrow(
      expect.objectContaining({ status: 429, details: { retryAfterS: 2 } }),
    ))

  test.each([
    ['a page token', tokens.page(now)],
    ['none', ''],
    ['a forged one', 'f1.AAAA'],
    ['one that is too old', tokens.fresh(now - 2 * 3_600_000)],
  ])('%s earns the tight budget', (_, token) => expect(budgetOf(guard(token))).toEqual(tightBudget))

  test('a fresh token without a browser around it earns the tight budget', () => {
    expect(budgetOf(guard(tokens.fresh(now - 5_000), {}))).toEqual(tightBudget)
  })

  test('a filled honeypot is trapped', () =>
    expect(guard('', ours, 'Acme Inc')).toMatchObject({ trapped: true }))

  test('with limits off no budget is spent and no request waits', () => {
    const guarded = guard(tokens.fresh(now), {}, '', () => 'off')
    expect(guarded).toMatchObject({ trapped: false, charges: null })
  })
})

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, 'our-page'],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://fuel.example' }, 'cross-site'],
  [{ 'sec-fetch-site': 'same-site' }, 'cross-site'],
  [{ origin: 'https://fuel.example' }, 'our-page'],
  [{ origin: 'https://evil.example', host: 'evil.example' }, 'cross-site'],
  [{ origin: 'null' }, 'cross-site'],
  [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, 'our-page'],
  [{}, 'no-browser'],
] as const)('headers %j come from %s', (headers, sender) =>
  expect(senderOf(headers, 'https://fuel.example')).toBe(sender),
)

test.each([
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }, true],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' }, true],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, true],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }, false],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }, false],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, false],
  [{}, false],
] as const)('with headers %j a page of another site loads it as a part: %s', (headers, isPart) =>
  expect(isPartOfOtherSite(headers)).toBe(isPart),
)
