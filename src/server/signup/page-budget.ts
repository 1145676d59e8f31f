import type { Budget } from '#server/limits/budgets.ts'

/**
 * Whole pages for rejected forms, per network and for all networks together. Mistyping an address
 * or reloading a 'busy' page stays far below them.
 */
export const pageBudgets: { network: Budget; all: Budget } = {
  network: { atOnce: 30, everyMs: 2_000 },
  all: { atOnce: 300, everyMs: 20 },
}
