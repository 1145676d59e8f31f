import { takeAll, timesBudget, type Budget } from './budgets.ts'
import { clientNetworks } from './client-network.ts'

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
