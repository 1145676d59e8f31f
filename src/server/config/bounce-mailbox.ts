import { encodedCharacters, endsInPassword, nameOfHost } from './wrong-url.ts'

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
  if ([username, password, url.pathname].some((part) => !isDecodable(part)))
    return 'write a percent sign in user, password or folder as %25'
  if ([...searchParams].some((one) => one.join('=') !== 'allowInsecure=true'))
    return 'after the question mark only allowInsecure=true is known; a certificate of your own goes into NODE_EXTRA_CA_CERTS'
  if (searchParams.size > 0 && protocol === 'imaps:')
    return 'leave out allowInsecure, or use imap://: imaps:// always encrypts'
  return null
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
