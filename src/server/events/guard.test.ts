import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { normalBudget, take, tightBudget, type Budget } from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import type { Refusal } from '#server/http/answers.ts'
import { admitSignUp, type Admission } from '#server/signup/guard.ts'
import { formTokens } from '#server/http/forms.ts'
import { admitCounts, eventBudget } from './event-routes.ts'

const secretKey = 'a secret of at least thirty-two characters'
const deps = { secretKey, publicUrl: 'https://fuel.example' }
const requestWith = (headers: Record<string, string>) =>
  ({ headers, ip: '203.0.113.7' }) as unknown as FastifyRequest
const ours = { 'sec-fetch-site': 'same-origin' }
/** What is charged, `null` for who opts out, or the status of the refusal. */
function admit(headers: Record<string, string>, limits: 'on' | 'off' = 'on') {
  try {
    const admission = admitCounts(requestWith(headers), { ...deps, limitsFor: () => limits })
    return admission && { charges: admission.charges }
  } catch (error) {
    return (error as Refusal).status
  }
}
const charges = (kind: string, budget: Budget) =>
  networkCharges(secretKey, '203.0.113.7', kind, budget)

test.each<[string, Record<string, string>, ReturnType<typeof admit>]>([
  ['our page', ours, { charges: charges('events', eventBudget) }],
  [
    'our page, by Origin',
    { origin: 'https://fuel.example' },
    { charges: charges('events', eventBudget) },
  ],
  ['no browser', {}, { charges: charges('events tight', tightBudget) }],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another site that opts out', { origin: 'https://evil.example', dnt: '1' }, 403],
  ['a visitor with Global Privacy Control', { ...ours, 'sec-gpc': '1' }, null],
  ['a visitor with Do Not Track', { ...ours, dnt: '1' }, null],
  [
    'a visitor who agreed to be tracked',
    { ...ours, dnt: '0' },
    { charges: charges('events', eventBudget) },
  ],
])('[TRACK-2] counts from %s', (_, headers, admission) => expect(admit(headers)).toEqual(admission))

test('with limits off no budget is spent, and visitors who opt out are still not counted', () => {
  expect([admit(ours, 'off'), admit({ ...ours, 'sec-gpc': '1' }, 'off')]).toEqual([
    { charges: null },
    null,
  ])
})

test('counts and sign-ups have separate budgets', () => {
  const signup = admitSignUp(
    requestWith({}),
    { token: '', trap: '' },
    { ...deps, tokens: formTokens([secretKey]), now: () => 0, limitsFor: () => 'on' },
  )
  const keys = [admit(ours), admit({}), signup].flatMap((admission) =>
    (admission as Admission).charges!.map(({ key }) => key),
  )
  expect([keys.length, new Set(keys).size]).toEqual([6, 6])
})

test('the budget is 120 at once, then one a second', () => {
  let fullAt = 0
  for (let n = 0; n < 120; n++) ({ fullAt } = take(fullAt, eventBudget, 0))
  expect([
    take(fullAt, eventBudget, 0).retryAfterMs,
    take(fullAt, eventBudget, 1_000).retryAfterMs,
  ]).toEqual([1_000, 0])
  expect(normalBudget).not.toEqual(eventBudget)
})
