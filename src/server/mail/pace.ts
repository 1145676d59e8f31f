import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/store/schema.ts'
import { take, type Budget } from '#server/waitlist/budgets.ts'
import { largeProviders } from './large-providers.ts'

const hourMs = 3_600_000
const perDomainHourly = 100

/** A share at once and the rest spread over the hour: together never more than `hourly` in any hour. */
export function hourlyBudget(hourly: number, shareAtOnce: number): Budget {
  const atOnce = Math.max(1, Math.floor(hourly * shareAtOnce))
  return { atOnce, everyMs: Math.ceil(hourMs / Math.max(1, hourly - atOnce)) }
}

export type Paced = {
  /** ids of the mails that may leave now: their budgets are spent */
  go: string[]
  /** mails to one domain wait by themselves, the others pass them */
  held: { id: string; until: number }[]
  /** MAILS_PER_HOUR is used up: nothing leaves before this moment */
  closedUntil: number | null
}

/** Spends from the hour's and the recipient domains' budgets in the caller's transaction: exact across processes and restarts. */
export async function paceMails(
  trx: Transaction<Schema>, mails: readonly { id: string; domain: string }[], most: number, mailsPerHour: number, now: number,
): Promise<Paced> {
  const domains = mails.map(({ domain }) => domain).filter((domain) => !largeProviders.has(domain))
  const tats = await lockBudgets(trx, [hourKey, ...new Set(domains.map(domainKey))].sort())
  const hourly = hourlyBudget(mailsPerHour, 0.1)
  const perDomain = hourlyBudget(perDomainHourly, 0.5)
  const paced: Paced = { go: [], held: [], closedUntil: null }

  for (const { id, domain } of mails) {
    if (paced.go.length >= most) break
    const hour = take(tats.get(hourKey)!, hourly, now)
    if (hour.retryAfterMs > 0) {
      paced.closedUntil = now + hour.retryAfterMs
      break
    }
    const key = domainKey(domain)
    const tat = tats.get(key)
    if (tat !== undefined) {
      const there = take(tat, perDomain, now)
      if (there.retryAfterMs > 0) {
        const waiting = paced.held.filter((hold) => hold.until >= now + there.retryAfterMs).length
        paced.held.push({ id, until: now + there.retryAfterMs + waiting * perDomain.everyMs })
        continue
      }
      tats.set(key, there.tat)
    }
    tats.set(hourKey, hour.tat)
    paced.go.push(id)
  }
  if (paced.go.length > 0) await writeBudgets(trx, tats)
  return paced
}

const hourKey = 'mail'
const domainKey = (domain: string) => `mail:${domain}`

async function lockBudgets(trx: Transaction<Schema>, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await trx.insertInto('budgets').values(keys.map((key) => ({ key, tat: 0 })))
    .onConflict((same) => same.column('key').doUpdateSet({ tat: sql`budgets.tat` })).returning(['key', 'tat']).execute()
  return new Map(rows.map(({ key, tat }) => [key, tat]))
}

async function writeBudgets(trx: Transaction<Schema>, tats: ReadonlyMap<string, number>): Promise<void> {
  await trx.insertInto('budgets').values([...tats].map(([key, tat]) => ({ key, tat })))
    .onConflict((same) => same.column('key').doUpdateSet((row) => ({ tat: row.ref('excluded.tat') }))).execute()
}
