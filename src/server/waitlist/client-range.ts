import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'

/** The network that a budget belongs to: an IPv4 address, or the /64 of an IPv6 one (RFC 4291: a site owns all of it). */
export function clientRange(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** What is stored instead of a network address: a keyed hash that nobody without the secret can turn back. */
export const rangeKey = (secretKey: string, address: string): string =>
  createHmac('sha256', secretKey).update(`client-range ${clientRange(address)}`).digest('base64url').slice(0, 22)
