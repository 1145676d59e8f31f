import { isIP } from 'node:net'
import { fingerprint, timesBudget, type Budget, type Charges } from './budgets.ts'

/** A network that a request came from. Its budget is `times` that of the smallest network. */
export type ClientNetwork = { network: string; times: number }

/**
 * The networks that contain a client address, the smallest first. An IPv6 site has at least a /64
 * (RFC 4291), a home line often a /56, and a /48 is free of charge. IPv4 is counted by address and
 * by /24. Some proxies append a port to the address. Values that are no address share one budget.
 */
export function clientNetworks(address: string): readonly ClientNetwork[] {
  const bare = address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .split('%')[0]!
  if (isIP(bare) === 4) return ipv4Networks(bare.split('.').map(Number))
  if (isIP(bare) !== 6) return [{ network: 'no address', times: 1 }]
  const groups = groupsOf(bare)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped)
    return ipv4Networks([groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255])
  return [
    { network: prefix(groups, 64), times: 1 },
    { network: prefix(groups, 56), times: 2 },
    { network: prefix(groups, 48), times: 8 },
  ]
}

const ipv4Networks = (bytes: readonly number[]): ClientNetwork[] => [
  { network: bytes.join('.'), times: 1 },
  { network: `${bytes.slice(0, 3).join('.')}.0/24`, times: 10 },
]

function prefix(groups: readonly number[], bits: 48 | 56 | 64): string {
  const masked = groups
    .slice(0, 4)
    .map((group, index) => (index < 3 || bits === 64 ? group : bits === 56 ? group & 0xff00 : 0))
  return `${masked.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** The eight groups of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const hex = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a, b, c, d) =>
      `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`,
  )
  const [head = '', tail] = hex.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

/**
 * The keyed hash that is stored instead of a network's address. It cannot be reversed without the
 * secret.
 */
const networkKey = (secretKey: string, network: string): string =>
  fingerprint(secretKey, `client-range ${network}`)

/**
 * The charges of a request to each network that it came from. `kind` separates budgets of the same
 * network.
 */
export const networkCharges = (
  secretKey: string,
  address: string,
  kind: string,
  budget: Budget,
): Charges =>
  clientNetworks(address).map(({ network, times }) => ({
    key: `${kind} ${networkKey(secretKey, network)}`,
    budget: timesBudget(budget, times),
  }))

/** The largest network that contains a client address: an IPv4 /24, an IPv6 /48. */
export const largestNetwork = (address: string): string => clientNetworks(address).at(-1)!.network

/**
 * The network whose turn a mail takes (outbox/turns.ts): the keyed hash of the largest network that
 * the request came from.
 */
export const turnNetworkOf = (secretKey: string, address: string): string =>
  networkKey(secretKey, largestNetwork(address))
