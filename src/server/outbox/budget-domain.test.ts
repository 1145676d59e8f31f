import { expect, test } from 'vitest'
import { budgetDomain, domainOf } from './budget-domain.ts'

test.each([
  ['fuel.example', 'fuel.example'],
  ['team.fuel.example', 'fuel.example'],
  ['a.b.fuel.example', 'fuel.example'],
  ['fuel.co.uk', 'fuel.co.uk'],
  ['team.fuel.co.uk', 'fuel.co.uk'],
  ['co.uk', 'co.uk'],
  ['fuel.uk.com', 'fuel.uk.com'],
  ['team.fuel.uk.com', 'fuel.uk.com'],
  ['gmail.com', 'gmail.com'],
  ['fastmail.com', 'fastmail.com'],
  ['victim.fastmail.com', 'victim.fastmail.com'],
  ['tag.victim.fastmail.com', 'victim.fastmail.com'],
  ['hotmail.co.uk', 'hotmail.co.uk'],
  ['victim.hotmail.co.uk', 'victim.hotmail.co.uk'],
])('mails to %s are counted as those to %s', (domain, counted) =>
  expect(budgetDomain(domain)).toBe(counted),
)

test('the domain of an address stands after its last at sign, in lower case', () =>
  expect(domainOf('Sanne@Team.Example')).toBe('team.example'))
