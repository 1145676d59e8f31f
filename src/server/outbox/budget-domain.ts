import { getDomain } from 'tldts'
import { largeProviders, withoutDomainBudget } from './large-providers.ts'

/**
 * The domain whose mail budgets `domain` shares: its registrable domain by the public suffix list.
 * Only the exact domain of a large provider or a relay is large. A subdomain (`victim.fastmail.com`) belongs
 * to one customer and has its own budgets.
 */
export const budgetDomain = (domain: string): string => domainApart(domain, withoutDomainBudget)

/**
 * LINE-5: the domain that friends of one link may share by chance only a few times; null for a
 * large provider. Everybody can make addresses at a relay, so a relay is none here.
 */
export const ringDomain = (domain: string): string | null =>
  largeProviders.has(domain) ? null : domainApart(domain, largeProviders)

function domainApart(domain: string, shared: ReadonlySet<string>): string {
  const registrable = getDomain(domain, readAsHost) ?? domain
  if (shared.has(domain)) return domain
  if (domain === registrable || !shared.has(registrable)) return registrable
  const labels = domain.split('.')
  return labels.slice(-registrable.split('.').length - 1).join('.')
}

/** `domain` is already a host name. A name below a private suffix (`uk.com`) is registrable. */
const readAsHost = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

/** The part after the at sign, lower-cased. */
export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase()
