import { isIP } from 'node:net'
import { fingerprint } from './budgets.ts'

/**
 * The network that a budget belongs to: an IPv4 address, or the /64 of an IPv6 one (RFC 4291: a site owns all of it). Some
 * proxies write a port behind the address; what is no address at all shares one budget.
 */
export function clientRange(address: string): string {
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').split('%')[0]!
  if (isIP(bare) === 4) return bare
  if (isIP(bare) !== 6) return 'no address'
  const groups = groupsOf(bare)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight groups of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`)
  const [head = '', tail] = hex.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

/** What is stored instead of a network address: a keyed hash that nobody without the secret can turn back. */
export const rangeKey = (secretKey: string, address: string): string => fingerprint(secretKey, `client-range ${clientRange(address)}`)
