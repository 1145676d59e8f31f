import type { Transaction } from 'kysely'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  hourlyBudget,
  lockBudgets,
  take,
  takeAll,
  writeBudgets,
  type Budget,
  type Charge,
} from '#server/limits/budgets.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import { priorities } from '#server/outbox/outbox.ts'
import {
  domainCharges,
  isFirst,
  mailboxCharges,
  perDomain,
  type DomainTerms,
  type MailToDomain,
  type MailToMailbox,
} from './recipient-budgets.ts'
import { patienceMs } from './overdue.ts'

/** The budget of MAILS_PER_HOUR. */
export const hourKey = 'mail'
export const budgetOfHour = (mailsPerHour: number): Budget => hourlyBudget(mailsPerHour, 0.1)
/** Steps of sequences may use this share of MAILS_PER_HOUR while an awaited mail waits. */
const laterShare = 0.5
const laterKey = 'mail-later'

/** The outcome for each mail. Lists of strings are mail ids, times are in ms. */
export type Paced = {
  /** may be sent now: their budgets are spent */
  go: string[]
  /** wait for the budget of their mailbox, or of their domain, until then; others pass them */
  deferred: { id: string; key: string; budget: Budget; until: number }[]
  /** first mails that wait for their domain from now on; it opens for this one at `opensAt` */
  parked: { id: string; domain: string; opensAt: number }[]
  /** waited for their domain and have paid it: they take their turn among all mails */
  released: string[]
  /** when the domains that were open are read again */
  domains: { domain: string; opensAt: number }[]
  /** their mailbox's budget would defer them for longer than a mail may wait */
  overdue: string[]
  /** MAILS_PER_HOUR is used up: nothing can be sent before this time */
  closedUntil: number | null
  /** number of mails that keep their turn: steps of sequences and mails of letters */
  leftInTurn: number
}

/**
 * `paid` is 1 after the mail has waited for its domain. `letter`: a mail of a letter spends from the
 * budgets of its ramp instead of those of its domain and mailbox.
 */
export type PacedMail = Pick<OutboxTable, 'id' | 'priority' | 'createdAt' | 'paid'> &
  MailToDomain &
  MailToMailbox & { letter?: { ramp: readonly Charge[] } | null }

/**
 * `inTurn`: mails in the order of their turns. `open`: the domains that open now, with the mails
 * that wait for them. `waitedFor`: all domains that mails wait for.
 */
export type PacedMails = {
  inTurn: readonly PacedMail[]
  open: ReadonlyMap<string, readonly PacedMail[]>
  waitedFor: ReadonlySet<string>
}

/** `secretKey`: the newest. `awaitedMailWaits`: a mail of the first priority is queued; only asked where a later one may go. */
export type PaceTerms = DomainTerms & {
  most: number
  mailsPerHour: number
  awaitedMailWaits: boolean
}

/**
 * Spends from the budgets of the hour, of recipient domains and of mailboxes, in the caller's
 * transaction: exact across processes and restarts.
 */
export async function paceMails(
  trx: Transaction<Schema>,
  { inTurn, open, waitedFor }: PacedMails,
  terms: PaceTerms,
  now: number,
): Promise<Paced> {
  const charged = inTurn.map((mail) => chargesOf(mail, terms))
  const releasing = [...open].map(([domain, mails]) => ({
    domain,
    mails: mails.map((mail) => ({ id: mail.id, charges: domainCharges(mail, terms) })),
  }))
  const { hourly, later } = hourBudgets(terms)
  const buckets = await lockBudgets(
    trx,
    [
      hourly,
      ...(inTurn.some(isLater) ? [later] : []),
      ...charged.flatMap(({ mailbox, domain, ramp }) => [...mailbox, ...domain, ...(ramp ?? [])]),
      ...releasing.flatMap(({ mails }) => mails.flatMap(({ charges }) => charges)),
    ],
    now,
  )
  const paced = nothingPaced()
  const pacing: Pacing = { paced, buckets, waitedFor, terms, now }
  for (const mail of charged) {
    if (paced.go.length >= terms.most) break
    const closedForMs = waitMs(pacing, hourly)
    if (closedForMs > 0) {
      paced.closedUntil = now + closedForMs
      break
    }
    paceMail(pacing, mail)
  }
  for (const domain of releasing) releaseFrom(pacing, domain)
  if (paced.go.length + paced.released.length > 0) await writeBudgets(trx, buckets)
  return paced
}

type Charged = {
  mail: PacedMail
  mailbox: Charge[]
  domain: Charge[]
  ramp: readonly Charge[] | null
}
type Pacing = {
  paced: Paced
  /** the `fullAt` of each budget's key; spent as mails are paced */
  buckets: Map<string, number>
  waitedFor: ReadonlySet<string>
  terms: PaceTerms
  now: number
}

const nothingPaced = (): Paced => ({
  go: [],
  deferred: [],
  parked: [],
  released: [],
  domains: [],
  overdue: [],
  closedUntil: null,
  leftInTurn: 0,
})

const chargesOf = (mail: PacedMail, terms: PaceTerms): Charged =>
  mail.letter
    ? { mail, mailbox: [], domain: [], ramp: [lettersHour(terms), ...mail.letter.ramp] }
    : {
        mail,
        mailbox: mailboxCharges(mail, terms.secretKey),
        domain: mail.paid ? [] : domainCharges(mail, terms),
        ramp: null,
      }

const hourBudgets = ({ mailsPerHour }: PaceTerms): { hourly: Charge; later: Charge } => ({
  hourly: { key: hourKey, budget: budgetOfHour(mailsPerHour) },
  later: { key: laterKey, budget: hourlyBudget(mailsPerHour * laterShare, 0.1) },
})

/** Letters leave half of what the hour allows at once to mails that visitors wait for. */
function lettersHour({ mailsPerHour }: PaceTerms): Charge {
  const { atOnce, everyMs } = budgetOfHour(mailsPerHour)
  const budget = { atOnce: Math.ceil(atOnce / 2), everyMs, sharedAtOnce: atOnce }
  return { key: hourKey, budget }
}

/** Mails that leave half of the hour to those that visitors wait for. */
export const isLater = ({ priority }: { priority: number }): boolean =>
  priority === priorities.later || priority === priorities.once

/** 0 where the budget allows one more mail now. */
const waitMs = ({ buckets, now }: Pacing, { key, budget }: Charge): number =>
  take(buckets.get(key)!, budget, now).retryAfterMs

/** Decides about one mail while the hour's budget allows one. */
function paceMail(pacing: Pacing, { mail, mailbox, domain, ramp }: Charged): void {
  const { paced, buckets, waitedFor, terms, now } = pacing
  if (ramp) {
    if (takeAll(buckets, ramp, now) === 0) paced.go.push(mail.id)
    else paced.leftInTurn++
    return
  }
  const { hourly, later } = hourBudgets(terms)
  if (isLater(mail) && terms.awaitedMailWaits && waitMs(pacing, later) > 0) {
    paced.leftInTurn++
    return
  }
  const full = mailbox.find((charge) => waitMs(pacing, charge) > 0)
  if (full) return defer(pacing, mail, full)
  const name = budgetDomain(mail.domain)
  const closed = domain.find((charge) => waitMs(pacing, charge) > 0)
  if (isFirst(mail) && domain.length > 0 && (waitedFor.has(name) || closed)) {
    const opensAt = now + Math.max(0, ...domain.map((charge) => waitMs(pacing, charge)))
    paced.parked.push({ id: mail.id, domain: name, opensAt })
    return
  }
  // A mail to a person who has confirmed does not wait behind the domain's first mails, which may
  // be a flood.
  if (closed) return defer(pacing, mail, closed)
  // Where no awaited mail waits, steps may use the whole hour: the half is spent if it can be.
  const half = isLater(mail) && waitMs(pacing, later) === 0 ? [later] : []
  takeAll(buckets, [hourly, ...half, ...mailbox, ...domain], now)
  paced.go.push(mail.id)
}

/**
 * Defers a mail behind those that already wait for the same budget. A mail waits for a domain as
 * long as it takes, but not for a mailbox: one that was signed up in many spellings would get mail
 * for weeks.
 */
function defer(pacing: Pacing, mail: PacedMail, charge: Charge): void {
  const { paced, now } = pacing
  const { key, budget } = charge
  const ahead = paced.deferred.filter((other) => other.key === key && other.budget === budget)
  const until = now + waitMs(pacing, charge) + ahead.length * budget.everyMs
  if (budget !== perDomain && until > mail.createdAt + patienceMs(mail.template))
    paced.overdue.push(mail.id)
  else paced.deferred.push({ id: mail.id, key, budget, until })
}

/**
 * Releases the mails that wait for a domain as its budgets allow. The domain opens again when the
 * next of these mails may go; at once where some have gone, because others come to the front.
 */
function releaseFrom(
  { paced, buckets, now }: Pacing,
  { domain, mails }: { domain: string; mails: readonly { id: string; charges: Charge[] }[] },
): void {
  const waits = mails.map(({ id, charges }) => ({ id, ms: takeAll(buckets, charges, now) }))
  const gone = waits.filter(({ ms }) => ms === 0).map(({ id }) => id)
  paced.released.push(...gone)
  const opensNow = gone.length > 0 || mails.length === 0
  const opensAt = opensNow ? now : now + Math.min(...waits.map(({ ms }) => ms))
  paced.domains.push({ domain, opensAt })
}
