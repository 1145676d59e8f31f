/** RFC 5321 limits: 64 octets before the at sign, 254 in all, 63 in a host label. */
const atom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/**
 * The server's strict grammar beside the page's loose rule: an ASCII dot-atom (RFC 5322 3.2.3), an at sign, and a host of
 * two labels or more. A mailer given anything else can be made to reach another mailbox.
 * Returns the trimmed, lower-cased address, or null where it is refused.
 */
export function parseAddress(typed: string): string | null {
  // Before it is lower-cased: a Kelvin sign would become a k.
  if (/[^\x20-\x7e]/.test(typed.trim())) return null
  const address = typed.trim().toLowerCase()
  if (address.length > 254) return null
  const [local, host, ...rest] = address.split('@')
  if (!local || !host || rest.length > 0 || local.length > 64) return null
  if (!local.split('.').every((part) => atom.test(part))) return null
  const labels = host.split('.')
  if (labels.length < 2 || !labels.every((part) => part.length <= 63 && label.test(part)))
    return null
  return /^\d+$/.test(labels.at(-1)!) ? null : address
}

/** Providers whose hosts lead to the same mailboxes, and what each overlooks before the at sign. */
const providers = [
  { host: 'gmail.com', others: ['googlemail.com'], overlooks: /\./g },
  { host: 'icloud.com', others: ['me.com', 'mac.com'], overlooks: /\./g },
  { host: 'proton.me', others: ['protonmail.com', 'protonmail.ch', 'pm.me'], overlooks: /[._-]/g },
]
const providerOf = new Map(
  providers.flatMap((provider) =>
    [provider.host, ...provider.others].map((host) => [host, provider]),
  ),
)

/**
 * The plain spelling of a mailbox, which is all that its budget knows: without +tag and dots, also at hosts where dots may tell two mailboxes
 * apart. For budgets alone: people are told apart, and mailed, by their address as it is stored.
 */
export function foldAddress(address: string): string {
  const [local = '', typedHost = ''] = address.split('@')
  const { host, overlooks } = providerOf.get(typedHost) ?? { host: typedHost, overlooks: /\./g }
  return `${local.replace(/\+.*$/, '').replaceAll(overlooks, '')}@${host}`
}

export type Spelling = 'plain' | 'untagged' | 'tagged'

/** How an address spells its mailbox; `untagged` is any other without a tag. */
export function spellingOf(address: string): Spelling {
  if (address.includes('+')) return 'tagged'
  return address === foldAddress(address) ? 'plain' : 'untagged'
}
