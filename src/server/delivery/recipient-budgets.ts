import { sql, type Kysely } from 'kysely'
import { promises } from '#contract/promises/promises.ts'
import { dayMs } from '#contract/time.ts'
import { castRows, insertRows, statement } from '#server/db/rows.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { fingerprint, hourlyBudget, type Budget, type Charge } from '#server/limits/budgets.ts'
import { foldAddress, spellingOf, type Spelling } from '#server/limits/mailbox.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import { withoutDomainBudget } from '#server/outbox/large-providers.ts'

/** All mails to one domain, unless it is a large provider's or a relay. */
export const perDomain = hourlyBudget(100, 0.5)

/** A domain with this many confirmed addresses is known: it has no budget for first mails. */
export const knownFrom = 4
/**
 * First mails (to addresses that never confirmed) by the number of the domain's confirmed
 * addresses: 20 an hour and 20 more for each, of which 5 and 5 more for each from one requester.
 * Each number has budgets of its own, so that a confirmation opens new ones at once.
 */
export const firstMails: readonly { fromAll: Budget; fromOne: Budget }[] = Array.from(
  { length: knownFrom },
  (_, confirmed) => ({
    fromAll: hourlyBudget(20 * (confirmed + 1), 0.5),
    fromOne: hourlyBudget(5 * (confirmed + 1), 0.8),
  }),
)

/**
 * `everConfirmed`: the person has confirmed once. `messageId` is null until the first claim: a
 * retry is not another first mail.
 */
export type MailToDomain = Pick<OutboxTable, 'domain' | 'template' | 'requester' | 'messageId'> & {
  everConfirmed: boolean
}
/** `confirmed`: the number of confirmed addresses of each domain of `domainsToCount`. */
export type DomainTerms = { secretKey: string; confirmed: ReadonlyMap<string, number> }

const isLarge = (domain: string): boolean => withoutDomainBudget.has(domain)
const firstTemplates = ['confirm', 'welcome', 'once-confirm']
export const isFirst = ({ template, everConfirmed, messageId: tried }: MailToDomain): boolean =>
  firstTemplates.includes(template) && !everConfirmed && tried === null

/** The charge of a mail to the budget of its domain: none at a large provider. */
export function domainCharges(mail: MailToDomain, { secretKey, confirmed }: DomainTerms): Charge[] {
  if (isLarge(mail.domain)) return []
  const domain = budgetDomain(mail.domain)
  const known = confirmed.get(domain) ?? 0
  const limits = isFirst(mail) ? firstMails[known] : undefined
  const firstKey = (whose: string) =>
    `mail-first:${fingerprint(secretKey, `first-mails ${known} ${domain} ${whose}`)}`
  return [
    { key: domainKey(secretKey, domain), budget: perDomain },
    ...(limits
      ? [
          { key: firstKey('all'), budget: limits.fromAll },
          { key: firstKey(`from ${mail.requester}`), budget: limits.fromOne },
        ]
      : []),
  ]
}

const domainKey = (secretKey: string, domain: string): string =>
  `mail:${fingerprint(secretKey, `mail-domain ${domain}`)}`

/** The domains of first mails: their confirmed addresses have to be counted. */
export const domainsToCount = (mails: readonly MailToDomain[]): string[] => [
  ...new Set(
    mails
      .filter((mail) => isFirst(mail) && !isLarge(mail.domain))
      .map(({ domain }) => budgetDomain(domain)),
  ),
]

/**
 * Counts up to `knownFrom` of each domain, by an index lookup of as many rows. The order keeps
 * Postgres at the index: where nearly all people have one domain, it takes that for every domain's
 * share and would read the whole list for the first few rows.
 */
export async function countConfirmedByDomain(
  db: Kysely<Schema>,
  domains: readonly string[],
): Promise<Map<string, number>> {
  const rows = await insertRows(
    db,
    'count confirmed by domain',
    domains.map((domain) => ({ domain })),
    (values) =>
      statement(
        db,
        sql<{ domain: string; confirmed: number }>`
    select asked.column1 as domain,
      (select count(*) from (select 1 from people where "budgetDomain" = asked.column1 and ${confirmedOnce} order by "createdAt" limit ${sql.lit(knownFrom)}) as found) as confirmed
    from ${castRows(values, 'text')} as asked`,
      ),
  )
  return new Map(rows.map(({ domain, confirmed }) => [domain, confirmed]))
}

/**
 * With single opt-in `confirmedAt` is the time of the sign-up, which proves nothing. The operator
 * vouches for imported addresses.
 */
const confirmedOnce = sql<boolean>`"confirmedAt" is not null and ("confirmedAt" <> "createdAt" or placement = 'import')`
export const hasEverConfirmed = ({
  placement,
  createdAt,
  confirmedAt,
}: Pick<PeopleTable, 'placement' | 'createdAt' | 'confirmedAt'>): boolean =>
  confirmedAt !== null && (confirmedAt !== createdAt || placement === 'import')

/**
 * `messageId` is null until the first claim; `proven`: see hasProvenMailbox (signup/policy.ts).
 */
export type MailToMailbox = Pick<OutboxTable, 'email' | 'messageId'> & { proven: boolean }

/**
 * All spellings of a mailbox share one budget, so that a stranger who knows many of them cannot
 * fill it. Plainer spellings may use more of it: one mail is reserved for the plain spelling, and
 * one for spellings without a tag.
 */
const mailboxMails = promises.mailboxMails.n
const perMailbox: Record<Spelling, Budget> = {
  plain: oneADay(mailboxMails),
  untagged: oneADay(mailboxMails - 1),
  tagged: oneADay(mailboxMails - 2),
}

/** `sharedAtOnce`: the largest of the three, which share a key. */
function oneADay(atOnce: number): Budget {
  return { atOnce, everyMs: dayMs, sharedAtOnce: mailboxMails }
}

/**
 * What a mail costs its mailbox. A retry costs nothing. Neither does a mail to a person who has
 * confirmed: they requested it, and can leave.
 */
export function mailboxCharges(mail: MailToMailbox, secretKey: string): Charge[] {
  const isFree = mail.messageId !== null || mail.proven
  return isFree
    ? []
    : [{ key: mailboxKey(secretKey, mail.email), budget: perMailbox[spellingOf(mail.email)] }]
}

/** The budget key of a mailbox, the same for all its spellings. */
export const mailboxKey = (secretKey: string, email: string): string =>
  `mail-to:${fingerprint(secretKey, `mailbox ${foldAddress(email)}`)}`
