/** How to write a user or password into a URL. */
export const encodedCharacters =
  'a character like @ / ? # : % in user or password is written as %40 %2F %3F %23 %3A %25'

/**
 * True where a URL with a password ends early for a parser: a `#`, `/` or `?` in the password
 * makes its beginning a host name, which errors would print. `path` is what may follow the host.
 */
export function endsInPassword(text: string, path: RegExp): boolean {
  const { pathname, search } = new URL(text)
  return text.includes('#') || search.includes('@') || !path.test(pathname)
}

/** The remedy for a DATABASE_URL that can be parsed, or null. It repeats no value of the URL. */
export const wrongDatabaseUrl = (text: string): string | null =>
  URL.canParse(text) && endsInPassword(text, /^(?:\/[^/@:]*)?$/)
    ? `only the name of the database follows the host; ${encodedCharacters}`
    : null

/** A user or password without percent-encoding; as it is where it was not encoded (`100%`). */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The host without the brackets of an IPv6 address. */
export const nameOfHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
