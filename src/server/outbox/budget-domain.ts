import { getDomain } from 'tldts'
import { largeProviders, withoutDomainBudget } from './large-providers.ts'

/**
 * The domain whose mail budgets `domain` shares: its registrable domain by the public suffix list,
 * where a name below a private suffix (`uk.com`) is one. Only the exact domain of a large provider
 * or a relay is large. A subdomain (`victim.fastmail.com`) belongs to one customer and has its own
 * budgets.
 */
export const budgetDomain = (domain: string): string =>
  domainApart(domain, withoutDomainBudget, { allowPrivateDomains: true })

/**
 * LINE-5: the domain that friends of one link may share by chance only a few times; null for a
 * large provider. Everybody can make addresses at a relay, so a relay is none here. Names below a
 * private suffix (`duckdns.org`) are free, so one person can have many: they share that suffix.
 */
export const ringDomain = (domain: string): string | null =>
  largeProviders.has(domain)
    ? null
    : domainApart(domain, largeProviders, { allowPrivateDomains: false })

function domainApart(
  domain: string,
  shared: ReadonlySet<string>,
  by: { allowPrivateDomains: boolean },
): string {
  if (shared.has(domain)) return domain
  for (let name = domain; name.includes('.');) {
    const parent = name.slice(name.indexOf('.') + 1)
    if (shared.has(parent)) return name
    name = parent
  }
  return getDomain(domain, { ...readAsHost, ...by }) ?? domain
}

/** `domain` is already a host name. */
const readAsHost = { extractHostname: false, validateHostname: false }

/** The part after the at sign, lower-cased. */
export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase()
