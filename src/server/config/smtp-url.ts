import { decodedPart, encodedCharacters, endsInPassword, nameOfHost } from './wrong-url.ts'

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
    user: decodedPart(url.username),
    password: decodedPart(url.password),
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
