import { domainToASCII } from 'node:url'

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

/** Characters that nobody sees, for a class of a regular expression: they come along when an address is copied. */
export const invisible =
  '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff\\0'
const anyInvisible = new RegExp(`[${invisible}]+`, 'g')

/**
 * The same for an address as people and programs write it down: with invisible characters in it,
 * `mailto:` in front, `Name <a@b.example>`, punctuation around it, or an international host, which
 * is converted to its `xn--` form (RFC 5890).
 */
export function readAddress(written: string): string | null {
  const visible = written.replaceAll(anyInvisible, '').trim()
  const bare = (/^[^@<>]*<([^<>]*@[^<>]*)>[\s.,;]*$/.exec(visible)?.[1] ?? visible)
    .replace(/^[([<"'\s]*mailto:([^?]*)(?:\?.*)?$/i, '$1')
    .replaceAll(/^[([<"'\s]+|[.,;:)\]>"'\s]+$/g, '')
  const at = bare.lastIndexOf('@')
  const host = bare.slice(at + 1)
  if (!/[^\x20-\x7e]/.test(host)) return parseAddress(bare)
  const ascii = domainToASCII(host)
  return ascii === '' ? null : parseAddress(`${bare.slice(0, at)}@${ascii}`)
}
