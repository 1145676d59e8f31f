import { asciiHost, parseAddress } from '#contract/address/address.ts'
import type { Role } from '#contract/dashboard/navigation.ts'

/** How to write a user or password into a URL. */
export const encodedCharacters =
  'a character like @ / ? # : % in user or password is written as %40 %2F %3F %23 %3A %25'

/**
 * True where a URL with a password ends early for a parser: a `#`, `/` or `?` in the password
 * makes its beginning a host name, which errors would print. `path` is what may follow the host.
 */
function endsInPassword(text: string, path: RegExp): boolean {
  const { pathname, search } = new URL(text)
  return text.includes('#') || search.includes('@') || !path.test(pathname)
}

/** The remedy for a DATABASE_URL that can be parsed, or null. It repeats no value of the URL. */
export const wrongDatabaseUrl = (text: string): string | null =>
  URL.canParse(text) && endsInPassword(text, /^(?:\/[^/@:]*)?$/)
    ? `only the name of the database follows the host; ${encodedCharacters}`
    : null

/** Without percent-encoding; null where it is none (`100%`). */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The host without the brackets of an IPv6 address. */
const nameOfHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * SMTP_URL for the mailer. Credentials are sent over TLS only, unless the URL says
 * `?allowInsecure=true`. `?requireTLS=true` requires TLS without credentials too (decision 026).
 */
export type SmtpSettings = {
  url: string
  host: string
  port: number
  /** TLS from the first byte */
  secure: boolean
  requireTLS: boolean
  /** STARTTLS is not used, even where it is offered: this machine, and no password */
  ignoreTLS: boolean
  hasCredentials: boolean
  /** as the mail server gets them; both empty without credentials */
  user: string
  password: string
}

/** The URL must have passed `wrongSmtpUrl`. */
export function readSmtpUrl(text: string): SmtpSettings {
  const url = new URL(text)
  const [allowInsecure, requireTLS] = (['allowInsecure', 'requireTLS'] as const).map(
    (name) => url.searchParams.get(name) === 'true',
  )
  const hasCredentials = url.username !== ''
  const secure = url.protocol === 'smtps:'
  url.search = ''
  return {
    url: url.href,
    host: nameOfHost(url),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    hasCredentials,
    user: decoded(url.username) ?? url.username,
    password: decoded(url.password) ?? url.password,
    requireTLS: requireTLS! || (hasCredentials && !allowInsecure),
    ignoreTLS: !hasCredentials && !requireTLS && loopback.test(url.hostname),
  }
}

/** 127.0.0.0/8, ::1 and localhost. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/i

const parameters = new Set(['allowInsecure', 'requireTLS'])

/**
 * The remedy for a wrong SMTP_URL that can be parsed, or null. It repeats no value of the URL,
 * because it could be part of a password.
 */
export function wrongSmtpUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  const given = [...searchParams]
  if (hostname === '')
    return 'name the mail server, as in smtps://user:password@mail.example.com:465'
  if ((username === '') !== (password === ''))
    return `give both a user and a password, or neither; ${encodedCharacters}`
  if (endsInPassword(text, /^\/?$/))
    return `nothing follows the host and its port; ${encodedCharacters}`
  if (given.some(([name]) => !parameters.has(name)))
    return 'after the question mark only allowInsecure=true and requireTLS=true are known; a certificate of your own goes into NODE_EXTRA_CA_CERTS'
  if (given.some(([, value]) => value !== 'true' && value !== 'false'))
    return 'allowInsecure and requireTLS are true or false'
  const [allowInsecure, requireTLS] = [...parameters].map(
    (name) => searchParams.get(name) === 'true',
  )
  if (allowInsecure && protocol === 'smtps:')
    return 'leave out allowInsecure, or use smtp://: smtps:// always encrypts'
  if (allowInsecure && requireTLS) return 'use allowInsecure=true or requireTLS=true, not both'
  return null
}

/**
 * BOUNCE_MAILBOX as its parts. Credentials are sent over TLS only, unless the URL says
 * `?allowInsecure=true`.
 */
export type BounceMailbox = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS, which `requireTLS` insists on */
  secure: boolean
  requireTLS: boolean
  user: string
  password: string
  folder: string
}

/** The text must have passed `wrongBounceMailbox`. */
export function readBounceMailbox(text: string): BounceMailbox {
  const url = new URL(text)
  const secure = url.protocol === 'imaps:'
  return {
    host: nameOfHost(url),
    port: Number(url.port || (secure ? 993 : 143)),
    secure,
    requireTLS: url.searchParams.get('allowInsecure') !== 'true',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: folderOf(url) || 'INBOX',
  }
}

const folderOf = ({ pathname }: URL) => decodeURIComponent(pathname.slice(1))

/**
 * The remedy for a wrong BOUNCE_MAILBOX that can be parsed, or null. It repeats no value of the
 * URL, because it could be part of a password.
 */
export function wrongBounceMailbox(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const { protocol, hostname, username, password, searchParams } = url
  if (hostname === '' || username === '' || password === '')
    return `name user, password and host, as in imaps://bounce%40example.com:password@mail.example.com; ${encodedCharacters}`
  if (endsInPassword(text, /^[^@]*$/))
    return `only a folder follows the host, with # and @ in it written as %23 and %40; ${encodedCharacters}`
  if ([username, password, url.pathname].some((part) => decoded(part) === null))
    return 'write a percent sign in user, password or folder as %25'
  if ([...searchParams].some((one) => one.join('=') !== 'allowInsecure=true'))
    return 'after the question mark only allowInsecure=true is known; a certificate of your own goes into NODE_EXTRA_CA_CERTS'
  if (searchParams.size > 0 && protocol === 'imaps:')
    return 'leave out allowInsecure, or use imap://: imaps:// always encrypts'
  return null
}

/**
 * `hello@example.com` or `Name <hello@example.com>` with an international host in its `xn--` form
 * (RFC 5890), as DNS, the envelope and webhooks have it. Null if the host can be none.
 */
export const addressWithAsciiHost = (text: string): string | null =>
  withAsciiHost(/^(.*@)([^>]*)(>?)$/s.exec(text), text)

/** The same for a URL. URL itself converts the host of http and https alone. */
export const urlWithAsciiHost = (text: string): string | null =>
  withAsciiHost(/^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#:]*)(.*)$/is.exec(text), text)

function withAsciiHost(parts: RegExpExecArray | null, text: string): string | null {
  if (!parts) return text
  const [, before = '', host = '', after = ''] = parts
  const ascii = asciiHost(host)
  return typeof ascii === 'string' ? before + ascii + after : null
}

/** One entry of OPERATORS. `email` is in its stored form. */
export type Operator = { email: string; role: Role }

/** DASH-1: reads OPERATORS. Null if an entry is not an address. */
export function readOperators(text: string): Operator[] | null {
  const operators = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readOperator)
  return operators.every((operator) => operator !== null) ? operators : null
}

function readOperator(entry: string): Operator | null {
  const [, reader, typed = ''] = /^(reader:)?(.*)$/.exec(entry)!
  const email = parseAddress(typed)
  return email ? { email, role: reader ? 'reader' : 'operator' } : null
}

/**
 * A whole number as people and programs write it in one way: digits alone. Null for 3,000, 3.000,
 * 1e3, 0x10, +5 and 05, which are read in two ways; blanks around it are left out.
 */
export function readWhole(text: string): number | null {
  const digits = text.trim()
  return /^(?:0|[1-9]\d{0,8})$/.test(digits) ? Number(digits) : null
}

/** The remedy for a wrong one. */
export const writeWhole = (min: number, max: number): string =>
  `use a whole number from ${min} to ${max}, in digits alone`
