import type { Transaction } from 'kysely'
import type { OutboxTable, Schema } from '#server/db/schema.ts'
import { foldAddress, spellingOf, type Spelling } from '#server/signup/address.ts'
import {
  fingerprint,
  lockBudgets,
  take,
  takeAll,
  writeBudgets,
  type Budget,
  type Charge,
} from '#server/limits/budgets.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import {
  domainCharges,
  isFirst,
  perDomain,
  type DomainTerms,
  type MailToDomain,
} from './domain-budgets.ts'
import { hourlyBudget, hourMs } from '#server/limits/hourly-budget.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { patienceMs } from './overdue.ts'

/** What steps of sequences may take of MAILS_PER_HOUR while somebody waits for a mail. */
const laterShare = 0.5
/**
 * One budget for all spellings of a mailbox: a stranger who knows many must not fill it. The plainer a spelling, the further it may go: one mail
 * is always left for the plain spelling by all others, and one for those without a tag by those with one.
 */
const perMailbox: Record<Spelling, Budget> = {
  plain: oneADay(4),
  untagged: oneADay(3),
  tagged: oneADay(2),
}

export const budgetOfHour = (mailsPerHour: number): Budget => hourlyBudget(mailsPerHour, 0.1)

/** All spellings share a key. */
function oneADay(atOnce: number): Budget {
  return { atOnce, everyMs: 24 * hourMs, sharedAtOnce: 4 }
}

export type Paced = {
  /** ids of the mails that may leave now: their budgets are spent */
  go: string[]
  /** mails to one mailbox wait by themselves, the others pass them */
  held: { id: string; key: string; budget: Budget; until: number }[]
  /** mails that wait for their domain from now on, behind those that do already; `opensAt`: when this one could go */
  parked: { id: string; domain: string; opensAt: number }[]
  /** ids of the mails that waited for their domain and have paid it now: they take their turn among all */
  released: string[]
  /** when the domains that were open are looked at again */
  domains: { domain: string; opensAt: number }[]
  /** ids of the mails that their mailbox's budget would hold for longer than a mail may wait */
  overdue: string[]
  /** MAILS_PER_HOUR is used up: nothing leaves before this moment */
  closedUntil: number | null
  /** steps of sequences that left the hour's second half to whoever waits */
  gaveWay: number
}

/** `message_id` is null until the first claim; `proven`: its owner has confirmed (signup/policy.ts); `paid` 1 where it has waited for its domain. */
export type PacedMail = Pick<OutboxTable, 'id' | 'email' | 'priority' | 'created_at' | 'paid'> &
  MailToDomain & { proven: boolean }

/** `turn`: mails whose turn it is; `open`: domains that open now, with the mails that wait for each; `waitedFor`: domains that mails wait for, open or not. */
export type PacedMails = {
  turn: readonly PacedMail[]
  open: ReadonlyMap<string, readonly PacedMail[]>
  waitedFor: ReadonlySet<string>
}

/** `secretKey`: the newest; `somebodyWaits`: a mail that goes before all others is queued, whether it may leave now or not. */
export type PaceTerms = DomainTerms & { most: number; mailsPerHour: number; somebodyWaits: boolean }

/** Spends from the hour's, the recipient domains' and the mailboxes' budgets in the caller's transaction: exact across processes and restarts. */
export async function paceMails(
  trx: Transaction<Schema>,
  { turn, open, waitedFor }: PacedMails,
  terms: PaceTerms,
  now: number,
): Promise<Paced> {
  const { secretKey, most, somebodyWaits } = terms
  const hourly = { key: hourKey, budget: budgetOfHour(terms.mailsPerHour) }
  const half = { key: laterKey, budget: hourlyBudget(terms.mailsPerHour * laterShare, 0.1) }
  const asked = turn.map((mail) => ({
    mail,
    mailbox: mailboxCharges(mail, secretKey),
    domain: mail.paid ? [] : domainCharges(mail, terms),
  }))
  const releasing = [...open].map(([domain, mails]) => ({
    domain,
    mails: mails.map((mail) => ({ id: mail.id, charges: domainCharges(mail, terms) })),
  }))
  const tats = await lockBudgets(
    trx,
    [
      hourly,
      ...(turn.some(isLater) ? [half] : []),
      ...asked.flatMap(({ mailbox, domain }) => [...mailbox, ...domain]),
      ...releasing.flatMap(({ mails }) => mails.flatMap(({ charges }) => charges)),
    ],
    now,
  )
  const paced: Paced = {
    go: [],
    held: [],
    parked: [],
    released: [],
    domains: [],
    overdue: [],
    closedUntil: null,
    gaveWay: 0,
  }
  const wait = ({ key, budget }: Charge) => take(tats.get(key)!, budget, now).retryAfterMs
  const longestWait = (charges: readonly Charge[]) => Math.max(0, ...charges.map(wait))

  for (const { mail, mailbox, domain } of asked) {
    if (paced.go.length >= most) break
    const closedForMs = wait(hourly)
    if (closedForMs > 0) {
      paced.closedUntil = now + closedForMs
      break
    }
    if (isLater(mail) && somebodyWaits && wait(half) > 0) {
      paced.gaveWay++
      continue
    }
    const refusing = mailbox.find((charge) => wait(charge) > 0)
    if (refusing) {
      hold(paced, mail, { ...refusing, retryAfterMs: wait(refusing) }, now)
      continue
    }
    const name = budgetDomain(mail.domain)
    const closed = domain.find((charge) => wait(charge) > 0)
    if (isFirst(mail) && domain.length > 0 && (waitedFor.has(name) || closed)) {
      paced.parked.push({ id: mail.id, domain: name, opensAt: now + longestWait(domain) })
      continue
    }
    // Mails to people who have confirmed do not stand in the line of a domain's first mails, which may be a flood.
    if (closed) {
      hold(paced, mail, { ...closed, retryAfterMs: wait(closed) }, now)
      continue
    }
    // The half is spent where it can be: with nobody waiting steps may have all of the hour.
    const spent = [
      hourly,
      ...(isLater(mail) && wait(half) === 0 ? [half] : []),
      ...mailbox,
      ...domain,
    ]
    takeAll(tats, spent, now)
    paced.go.push(mail.id)
  }
  for (const { domain, mails } of releasing) release(paced, tats, { domain, mails }, now)
  if (paced.go.length + paced.released.length > 0) await writeBudgets(trx, tats)
  return paced
}

/** Who waits for a domain goes as its budgets allow. It opens again when the next of those looked at may go; at once, where some have gone and others stand behind them. */
function release(
  paced: Paced,
  tats: Map<string, number>,
  {
    domain,
    mails,
  }: { domain: string; mails: readonly { id: string; charges: readonly Charge[] }[] },
  now: number,
): void {
  const waits = mails.map(({ id, charges }) => ({ id, ms: takeAll(tats, charges, now) }))
  const gone = waits.filter(({ ms }) => ms === 0).map(({ id }) => id)
  paced.released.push(...gone)
  paced.domains.push({
    domain,
    opensAt:
      gone.length > 0 || mails.length === 0 ? now : now + Math.min(...waits.map(({ ms }) => ms)),
  })
}

/**
 * Behind those of its kind that wait for the same. A domain's mails wait for as long as it takes; a mailbox's do not, or one that was signed up in many spellings
 * would be mailed for weeks.
 */
function hold(
  { held, overdue }: Paced,
  { id, template, created_at: createdAt }: PacedMail,
  { key, budget, retryAfterMs }: Charge & { retryAfterMs: number },
  now: number,
): void {
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
const fillsMailbox = ({ message_id: tried, proven }: PacedMail): boolean =>
  tried === null && !proven

const mailboxCharges = (mail: PacedMail, secretKey: string): Charge[] =>
  fillsMailbox(mail)
    ? [{ key: mailboxKey(secretKey, mail.email), budget: perMailbox[spellingOf(mail.email)] }]
    : []

/** The budget key of a mailbox, the same for all its spellings. */
export const mailboxKey = (secretKey: string, email: string): string =>
  `mail-to:${fingerprint(secretKey, `mailbox ${foldAddress(email)}`)}`
