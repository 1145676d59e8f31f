import { getDomain } from 'tldts'
import { withoutDomainBudget } from './large-providers.ts'

/**
 * The domain whose mail budgets `domain` shares: its registrable domain by the public suffix list.
 * Only the exact domain of a large provider or a relay is large. A subdomain (`victim.fastmail.com`) belongs
 * to one customer and has its own budgets.
 */
export function budgetDomain(domain: string): string {
  const registrable = getDomain(domain, readAsHost) ?? domain
  if (withoutDomainBudget.has(domain)) return domain
  if (domain === registrable || !withoutDomainBudget.has(registrable)) return registrable
  const labels = domain.split('.')
  return labels.slice(-registrable.split('.').length - 1).join('.')
}

/** `domain` is already a host name. A name below a private suffix (`uk.com`) is registrable. */
const readAsHost = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

/** The part after the at sign, lower-cased. */
export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase()
