import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { fingerprint, timesBudget, type Budget, type Charges, takeAll } from './budgets.ts'

/** A network that a request came from. Its budget is `times` that of the smallest network. */
type ClientNetwork = { network: string; times: number }

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
  // ipaddr.js also reads numbers such as `1` and `0x7f.1`, which no proxy writes as an address.
  if (isIP(bare) === 0) return [{ network: 'no address', times: 1 }]
  // An IPv4-mapped IPv6 address becomes the IPv4 address.
  const ip = ipaddr.process(bare)
  if (ip instanceof ipaddr.IPv4) {
    const [a, b, c] = ip.octets
    return [
      { network: ip.toString(), times: 1 },
      { network: `${a}.${b}.${c}.0/24`, times: 10 },
    ]
  }
  return [
    { network: prefix(ip, 64), times: 1 },
    { network: prefix(ip, 56), times: 2 },
    { network: prefix(ip, 48), times: 8 },
  ]
}

const fourthGroupMasks = { 64: 0xffff, 56: 0xff00, 48: 0 }

function prefix({ parts }: ipaddr.IPv6, bits: keyof typeof fourthGroupMasks): string {
  const groups = [...parts.slice(0, 3), parts[3]! & fourthGroupMasks[bits]]
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`
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

const mostNetworks = 10_000

/**
 * Returns a function that takes a request from the budget of a client address. It returns 0, or the
 * wait (ms) if it is spent. The budgets are in memory: they limit what this process does, and
 * nothing else.
 */
export function openMemoryBudget(budget: Budget, now: () => number): (address: string) => number {
  const buckets = new Map<string, number>()
  return (address) => {
    const charges = clientNetworks(address).map(({ network, times }) => ({
      key: network,
      budget: timesBudget(budget, times),
    }))
    for (const { key } of charges) moveToEnd(buckets, key)
    for (const key of buckets.keys()) {
      if (buckets.size <= mostNetworks) break
      buckets.delete(key)
    }
    return takeAll(buckets, charges, now())
  }
}

/** A map keeps insertion order, so the least recently used keys are dropped first. */
function moveToEnd(buckets: Map<string, number>, key: string): void {
  const fullAt = buckets.get(key) ?? 0
  buckets.delete(key)
  buckets.set(key, fullAt)
}
