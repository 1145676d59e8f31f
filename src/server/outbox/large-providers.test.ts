import { expect, test } from 'vitest'
import { parseAddress } from '#contract/address/address.ts'
import { budgetDomain } from './budget-domain.ts'
import {
  largeProviders,
  otherProviders,
  providerOf,
  relays,
  withoutDomainBudget,
} from './large-providers.ts'

test.each(
  `hotmail.es hotmail.it hotmail.be live.be yahoo.es yahoo.it outlook.fr outlook.es yahoo.co.uk
  yandex.kz ya.ru bk.ru wanadoo.fr tiscali.it o2.pl docomo.ne.jp i.softbank.jp uol.com.br
  terra.com.br sbcglobal.net poczta.onet.pl`.split(/\s+/),
)('%s is a large provider, and so is no subdomain of it', (domain) => {
  expect([largeProviders.has(domain), budgetDomain(domain)]).toEqual([true, domain])
  expect(withoutDomainBudget.has(`victim.${domain}`)).toBe(false)
})

test('a name below a large provider or a relay is one of its customers, also where the provider is listed below another', () => {
  const customers = [...withoutDomainBudget].map((domain) => `victim.${domain}`)
  expect(customers.map((domain) => budgetDomain(`tag.${domain}`))).toEqual(customers)
  expect(customers.map((domain) => budgetDomain(domain))).toEqual(customers)
})

test.each(['privaterelay.appleid.com', 'mozmail.com', 'relay.firefox.com', 'duck.com'])(
  'the relay %s has no budget of its domain, and is no large provider for anything else',
  (domain) => {
    expect([withoutDomainBudget.has(domain), budgetDomain(domain)]).toEqual([true, domain])
    expect([largeProviders.has(domain), providerOf(domain)]).toEqual([false, otherProviders])
  },
)

test.each(['hotmail.example', 'outlook.co', 'appleid.com', 'firefox.com', 'yahoo.com.example'])(
  '%s is no large provider: each domain is listed by its name',
  (domain) => expect(withoutDomainBudget.has(domain)).toBe(false),
)

test('each name is a host that an address can have, and is listed once', () => {
  for (const domain of withoutDomainBudget)
    expect(parseAddress(`sanne@${domain}`)).toBe(`sanne@${domain}`)
  expect(withoutDomainBudget.size).toBe(largeProviders.size + relays.size)
})
