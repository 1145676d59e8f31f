import type { Budget } from './budgets.ts'

export const hourMs = 3_600_000

/** A share at once and the rest spread over the hour: together never more than `hourly` in any hour. */
export function hourlyBudget(hourly: number, shareAtOnce: number): Budget {
  const atOnce = Math.max(1, Math.floor(hourly * shareAtOnce))
  return { atOnce, everyMs: Math.ceil(hourMs / Math.max(1, hourly - atOnce)) }
}
