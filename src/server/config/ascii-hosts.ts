import { asciiHost } from '#contract/address.ts'

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
