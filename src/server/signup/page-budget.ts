import { takeAll, timesBudget, type Budget } from '#server/limits/budgets.ts'
import { clientNetworks } from '#server/limits/client-network.ts'

/**
 * Whole pages for rejected forms, per network and for all networks together. Mistyping an address
 * or reloading a 'busy' page stays far below them.
 */
export const pageBudgets: { network: Budget; all: Budget } = {
  network: { atOnce: 30, everyMs: 2_000 },
  all: { atOnce: 300, everyMs: 20 },
}
const mostNetworks = 10_000

/**
 * Returns a function that takes a page from the budgets of a client address, or returns false. The
 * budgets are in memory: they limit what this process renders and sends, and nothing else.
 */
export function openPageBudget(now: () => number): (address: string) => boolean {
  const buckets = new Map<string, number>()
  return (address) => {
    const networks = clientNetworks(address).map(({ network, times }) => ({
      key: network,
      budget: timesBudget(pageBudgets.network, times),
    }))
    const charges = [...networks, { key: 'all', budget: pageBudgets.all }]
    for (const { key } of charges) moveToEnd(buckets, key)
    for (const key of buckets.keys()) {
      if (buckets.size <= mostNetworks) break
      buckets.delete(key)
    }
    return takeAll(buckets, charges, now()) === 0
  }
}

/** A map keeps insertion order, so the least recently used keys are dropped first. */
function moveToEnd(buckets: Map<string, number>, key: string): void {
  const fullAt = buckets.get(key) ?? 0
  buckets.delete(key)
  buckets.set(key, fullAt)
}
