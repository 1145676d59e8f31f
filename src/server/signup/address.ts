/** RFC 5321 limits: 64 octets before the at sign, 254 in all, 63 in a host label. */
const atom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/**
 * The server's strict grammar: an ASCII dot-atom (RFC 5322 3.2.3), an at sign, and a host of at
 * least two labels. Any other text could make a mailer reach another mailbox. Returns the trimmed,
 * lower-cased address, or null if it is refused.
 */
export function parseAddress(typed: string): string | null {
  // Checked before lower-casing, which turns a Kelvin sign into a k.
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
