import { getDomain } from 'tldts'
import { largeProviders } from './large-providers.ts'

/**
 * Whose mail budgets a domain shares: those of its registrable domain, by the public suffix list. Only the exact domain of a large provider is large: what
 * stands below it belongs to one of its customers (`victim.fastmail.com`), who has budgets alone.
 */
export function budgetDomain(domain: string): string {
  const registrable = getDomain(domain, readAsHost) ?? domain
  if (domain === registrable || !largeProviders.has(registrable)) return registrable
  const labels = domain.split('.')
  return labels.slice(-registrable.split('.').length - 1).join('.')
}

/** `domain` is a host name already; whoever has a name below a private suffix (`uk.com`) has it alone. */
const readAsHost = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

/** The part after the at sign, lower-cased. */
export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase()
