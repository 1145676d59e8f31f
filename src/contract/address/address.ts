import { cleanEmail, invisible, isEmail } from './email.ts'

/** Why an address that passes the page's rule (email.ts) cannot receive mail. */
export const addressFaults = [
  'invisible',
  'localCharacter',
  'localEdge',
  'twoDots',
  'tooLong',
  'localTooLong',
  'ipAddress',
  'hostCharacter',
  'hostHyphen',
  'hostDot',
  'hostTooLong',
  'hostNumber',
] as const
/** `character` is the first one that the part cannot contain; else empty. */
export type AddressFault = { fault: (typeof addressFaults)[number]; character: string }

/** `wrong` is null where the page's own rule refuses the text. */
type CheckedAddress =
  | { address: string; wrong?: never }
  | { address: null; wrong: AddressFault | null }

/**
 * FORM-2: the grammar of every address that is stored or mailed: cleaned (`cleanEmail`), then an
 * ASCII dot-atom (RFC 5322 3.2.3), an at sign, and a host of at least two labels. Any other text
 * could make a mailer reach another mailbox. An international host is converted to its `xn--` form
 * (RFC 5890). The address is lower-cased.
 */
export function checkAddress(typed: string): CheckedAddress {
  const written = cleanEmail(typed)
  if (!isEmail(typed)) return { address: null, wrong: null }
  const at = written.indexOf('@')
  const local = written.slice(0, at)
  const host = asciiHost(written.slice(at + 1))
  if (typeof host !== 'string') return { address: null, wrong: wrongLocal(local) ?? host }
  const address = `${local}@${host}`.toLowerCase()
  const wrong =
    wrongLocal(local) ?? wrongHost(host) ?? (address.length > 254 ? faultOf('tooLong') : null)
  return wrong ? { address: null, wrong } : { address }
}

/** The stored form of an address, or null. */
export const parseAddress = (typed: string): string | null => checkAddress(typed).address

/**
 * A part of an address as a search compares it with stored ones: in lower case, its host in the
 * `xn--` form.
 */
export function partAsStored(typed: string): string {
  const text = typed.trim()
  const at = text.lastIndexOf('@') + 1
  const host = asciiHost(text.slice(at))
  return (typeof host === 'string' ? text.slice(0, at) + host : text).toLowerCase()
}

const unseen = new RegExp(`[${invisible}\\x00-\\x1f\\x7f-\\x9f]`)

const faultOf = (fault: AddressFault['fault'], character = ''): AddressFault => ({
  fault,
  character,
})

const characterFault = (fault: 'localCharacter' | 'hostCharacter', character: string) =>
  unseen.test(character) ? faultOf('invisible') : faultOf(fault, character)

/** RFC 5321 limits: 64 octets before the at sign, 254 in all, 63 in a host label. */
function wrongLocal(local: string): AddressFault | null {
  const character = /[^a-z0-9!#$%&'*+/=?^_`{|}~.-]/u.exec(asciiCase(local))?.[0]
  if (character) return characterFault('localCharacter', character)
  if (local.startsWith('.') || local.endsWith('.')) return faultOf('localEdge')
  if (local.includes('..')) return faultOf('twoDots')
  return local.length > 64 ? faultOf('localTooLong') : null
}

/** `toLowerCase` makes a k of a Kelvin sign. */
const asciiCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

function wrongHost(host: string): AddressFault | null {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return faultOf('ipAddress')
  const character = /[^a-z0-9.-]/u.exec(asciiCase(host))?.[0]
  if (character) return characterFault('hostCharacter', character)
  if (host.includes('..')) return faultOf('twoDots')
  const labels = host.split('.')
  if (labels.includes('')) return faultOf('hostDot')
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-')))
    return faultOf('hostHyphen')
  if (labels.some((label) => label.length > 63)) return faultOf('hostTooLong')
  return /^\d+$/.test(labels.at(-1)!) ? faultOf('hostNumber') : null
}

/**
 * A host in ASCII. A character that stands for another one, such as a full-width letter, is a fault:
 * whoever typed it may have meant something else.
 */
export function asciiHost(host: string): string | AddressFault {
  const foreign = /\P{ASCII}/u.exec(host)?.[0]
  if (foreign === undefined) return host
  const plain = wrongHost(host.replaceAll(/\P{ASCII}/gu, 'a'))
  if (plain) return plain
  const url = `http://${host}`
  const labels = URL.canParse(url) ? new URL(url).hostname.split('.') : []
  const typed = host.split('.')
  const isConverted =
    labels.length === typed.length &&
    typed.every((label, index) => /^\p{ASCII}*$/u.test(label) || labels[index]!.startsWith('xn--'))
  return isConverted ? labels.join('.') : characterFault('hostCharacter', foreign)
}
