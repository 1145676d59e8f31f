import type { Transaction } from 'kysely'
import { stepOverdueMs } from '#server/quiz/steps.ts'
import type { OutboxTable, Schema } from '#server/store/schema.ts'
import { foldAddress, spellingOf, type Spelling } from '#server/waitlist/address.ts'
import { fingerprint, lockBudgets, take, writeBudgets, type Budget, type Spending } from '#server/waitlist/budgets.ts'
import { largeProviders } from './large-providers.ts'
import { priorities } from './outbox.ts'

const hourMs = 3_600_000
export const perDomain = hourlyBudget(100, 0.5)
/** What steps of sequences may take of MAILS_PER_HOUR while somebody waits for a mail. */
const laterShare = 0.5
/**
 * One budget for all spellings of a mailbox: a stranger who knows many must not fill it. The plainer a spelling, the further it may go: one mail
 * is always left for the plain spelling by all others, and one for those without a tag by those with one.
 */
const perMailbox: Record<Spelling, Budget> = { plain: oneADay(4), untagged: oneADay(3), tagged: oneADay(2) }

/** A mail that is later than this leaves by the operator's word alone. */
export const patienceMs = (template: string): number => (template === 'sequence' ? stepOverdueMs : 72 * hourMs)

/** A share at once and the rest spread over the hour: together never more than `hourly` in any hour. */
export function hourlyBudget(hourly: number, shareAtOnce: number): Budget {
  const atOnce = Math.max(1, Math.floor(hourly * shareAtOnce))
  return { atOnce, everyMs: Math.ceil(hourMs / Math.max(1, hourly - atOnce)) }
}

export const budgetOfHour = (mailsPerHour: number): Budget => hourlyBudget(mailsPerHour, 0.1)

function oneADay(atOnce: number): Budget { return { atOnce, everyMs: 24 * hourMs } }

export type Paced = {
  /** ids of the mails that may leave now: their budgets are spent */
  go: string[]
  /** mails to one domain or mailbox wait by themselves, the others pass them */
  held: { id: string; key: string; budget: Budget; until: number }[]
  /** ids of the mails that their mailbox's budget would hold for longer than a mail may wait */
  overdue: string[]
  /** MAILS_PER_HOUR is used up: nothing leaves before this moment */
  closedUntil: number | null
  /** steps of sequences that left the hour's second half to whoever waits */
  gaveWay: number
}

/** `message_id` is null until the first claim; `proven`: its owner has confirmed (waitlist/life.ts). */
export type PacedMail = Pick<OutboxTable, 'id' | 'email' | 'domain' | 'template' | 'priority' | 'created_at' | 'message_id'> & { proven: boolean }

/** `secretKey`: the newest; `somebodyWaits`: a mail that goes before all others is queued, whether it may leave now or not. */
export type PaceTerms = { secretKey: string; most: number; mailsPerHour: number; somebodyWaits: boolean }

/** Spends from the hour's, the recipient domains' and the mailboxes' budgets in the caller's transaction: exact across processes and restarts. */
export async function paceMails(
  trx: Transaction<Schema>, mails: readonly PacedMail[], { secretKey, most, mailsPerHour, somebodyWaits }: PaceTerms, now: number,
): Promise<Paced> {
  const asked = mails.map((mail) => ({ mail, spendings: spendingsOf(mail, secretKey) }))
  const tats = await lockBudgets(trx, [hourKey, ...asked.flatMap(({ mail, spendings }) => [...isLater(mail) ? [laterKey] : [], ...spendings.map(({ key }) => key)])])
  const hourly = budgetOfHour(mailsPerHour)
  const half = hourlyBudget(mailsPerHour * laterShare, 0.1)
  const paced: Paced = { go: [], held: [], overdue: [], closedUntil: null, gaveWay: 0 }

  for (const { mail, spendings } of asked) {
    if (paced.go.length >= most) break
    const hour = take(tats.get(hourKey)!, hourly, now)
    if (hour.retryAfterMs > 0) {
      paced.closedUntil = now + hour.retryAfterMs
      break
    }
    const later = isLater(mail) ? take(tats.get(laterKey)!, half, now) : null
    if (later && somebodyWaits && later.retryAfterMs > 0) {
      paced.gaveWay++
      continue
    }
    const there = spendings.map(({ key, budget }) => ({ key, budget, ...take(tats.get(key)!, budget, now) }))
    const longest = there.toSorted((a, b) => b.retryAfterMs - a.retryAfterMs)[0]
    if (longest && longest.retryAfterMs > 0) {
      hold(paced, mail, longest, now)
      continue
    }
    for (const { key, tat } of there) tats.set(key, tat)
    tats.set(hourKey, hour.tat)
    if (later) tats.set(laterKey, later.tat)
    paced.go.push(mail.id)
  }
  if (paced.go.length > 0) await writeBudgets(trx, tats)
  return paced
}

/**
 * Behind those of its kind that wait for the same. A domain's mails wait for as long as it takes; a mailbox's do not, or one that was signed up in
 * many spellings would be mailed for weeks.
 */
function hold({ held, overdue }: Paced, { id, template, created_at: createdAt }: PacedMail, { key, budget, retryAfterMs }: Spending & { retryAfterMs: number }, now: number): void {
  const ahead = held.filter((other) => other.key === key && other.budget === budget).length
  const until = now + retryAfterMs + ahead * budget.everyMs
  if (budget !== perDomain && until > createdAt + patienceMs(template)) overdue.push(id)
  else held.push({ id, key, budget, until })
}

/** The key of the budget for MAILS_PER_HOUR. */
export const hourKey = 'mail'
const laterKey = 'mail-later'

const isLater = ({ priority }: { priority: number }) => priority === priorities.later

/** However often a mail is tried, it fills its mailbox once. Mails to somebody who has confirmed do not count: they asked for them, and can leave. */
const fillsMailbox = ({ message_id: tried, proven }: PacedMail): boolean => tried === null && !proven

const spendingsOf = (mail: PacedMail, secretKey: string): Spending[] => [
  ...(fillsMailbox(mail) ? [{ key: mailboxKey(secretKey, mail.email), budget: perMailbox[spellingOf(mail.email)] }] : []),
  ...(largeProviders.has(mail.domain) ? [] : [{ key: domainKey(secretKey, mail.domain), budget: perDomain }]),
]

/** The budget key of a mailbox, the same for all its spellings. */
export const mailboxKey = (secretKey: string, email: string): string => `mail-to:${fingerprint(secretKey, `mailbox ${foldAddress(email)}`)}`
export const domainKey = (secretKey: string, domain: string): string => `mail:${fingerprint(secretKey, `mail-domain ${domain}`)}`
