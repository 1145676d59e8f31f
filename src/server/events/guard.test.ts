import { expect, test } from 'vitest'
import { normalBudget, take, tightBudget, type Budget } from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import { admitSignup } from '#server/signup/guard.ts'
import { formTokens } from '#server/http/form-tokens.ts'
import { admitCounts, eventBudget } from './guard.ts'

const secretKey = 'a secret of at least thirty-two characters'
const deps = { secretKey, publicUrl: 'https://fuel.example', limits: 'on' } as const
const ours = { 'sec-fetch-site': 'same-origin' }
const admit = (headers: Record<string, string>, limits: 'on' | 'off' = 'on') =>
  admitCounts({ headers, clientAddress: '203.0.113.7' }, { ...deps, limits })
const charges = (kind: string, budget: Budget) =>
  networkCharges(secretKey, '203.0.113.7', kind, budget)

test.each<[string, Record<string, string>, ReturnType<typeof admit>]>([
  ['our page', ours, { verdict: 'admitted', charges: charges('events', eventBudget) }],
  [
    'our page, by Origin',
    { origin: 'https://fuel.example' },
    { verdict: 'admitted', charges: charges('events', eventBudget) },
  ],
  ['no browser', {}, { verdict: 'admitted', charges: charges('events tight', tightBudget) }],
  ['another site', { 'sec-fetch-site': 'cross-site' }, { verdict: 'cross-site' }],
  [
    'another site that opts out',
    { origin: 'https://evil.example', dnt: '1' },
    { verdict: 'cross-site' },
  ],
  ['a visitor with Global Privacy Control', { ...ours, 'sec-gpc': '1' }, { verdict: 'opted-out' }],
  ['a visitor with Do Not Track', { ...ours, dnt: '1' }, { verdict: 'opted-out' }],
  [
    'a visitor who agreed to be tracked',
    { ...ours, dnt: '0' },
    { verdict: 'admitted', charges: charges('events', eventBudget) },
  ],
])('[TRACK-2] counts from %s', (_, headers, admission) => expect(admit(headers)).toEqual(admission))

test('with limits off nothing is spent, and who opts out is not counted all the same', () => {
  expect([admit(ours, 'off'), admit({ ...ours, 'sec-gpc': '1' }, 'off')]).toEqual([
    { verdict: 'admitted', charges: null },
    { verdict: 'opted-out' },
  ])
})

test('counts never spend what a sign-up needs', () => {
  const signup = admitSignup(
    { headers: {}, clientAddress: '203.0.113.7', token: '', trap: '' },
    { ...deps, tokens: formTokens([secretKey]), now: () => 0 },
  )
  const keys = [admit(ours), admit({}), signup].flatMap((admission) =>
    (admission.verdict === 'admitted' ? admission.charges! : []).map(({ key }) => key),
  )
  expect([keys.length, new Set(keys).size]).toEqual([6, 6])
})

test('the budget is 120 at once, then one a second', () => {
  let tat = 0
  for (let n = 0; n < 120; n++) ({ tat } = take(tat, eventBudget, 0))
  expect([
    take(tat, eventBudget, 0).retryAfterMs,
    take(tat, eventBudget, 1_000).retryAfterMs,
  ]).toEqual([1_000, 0])
  expect(normalBudget).not.toEqual(eventBudget)
})
