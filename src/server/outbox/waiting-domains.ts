import { sql, type Transaction } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { OutboxTable, Schema } from '#server/db/schema.ts'
import { budgetDomain } from './budget-domain.ts'
import { hourMs } from '#server/limits/hourly-budget.ts'
import { enterTurns, isDue, waitsFor, waitsForDomain } from './turns.ts'

/** Looked at in one claim: domains whose time has come, and mails of each. Those of requesters that have had theirs stand in front, one of each for a round. */
const domainsAtOnce = 5
const mailsAtOnce = 25

/** Domains that mails wait for, and that are open: all of them where nothing is limited. One that a clock far ahead has closed for longer than any budget does is looked at too. */
export async function openDomains(
  trx: Transaction<Schema>,
  now: number,
  isLimited: boolean,
): Promise<string[]> {
  const waiting = trx.selectFrom('waiting_domains').select('domain').limit(domainsAtOnce)
  const open = isLimited
    ? await waiting.where('opens_at', '<=', now).orderBy('opens_at').execute()
    : await waiting.execute()
  if (open.length === 0)
    open.push(
      ...(await waiting
        .where('opens_at', '>', now + longestClosedMs)
        .orderBy('opens_at')
        .execute()),
    )
  return open.map(({ domain }) => domain)
}

/** Of the budgets in domain-budgets.ts the one that takes longest gives an hour between two mails. */
const longestClosedMs = hourMs

/** The mails that wait for a domain, in their turns. */
export function waitingFor(trx: Transaction<Schema>, engine: Store['engine'], domain: string) {
  const rows = trx
    .selectFrom('outbox')
    .where(isDue)
    .where('waits', '=', waitsFor.domain(domain))
    .orderBy('priority')
    .orderBy('turn')
    .limit(mailsAtOnce)
  return engine === 'postgres' ? rows.forUpdate().skipLocked() : rows
}

/** Of `domains`, those that mails wait for. */
export async function waitedFor(
  trx: Transaction<Schema>,
  domains: readonly string[],
): Promise<Set<string>> {
  if (domains.length === 0) return new Set()
  return new Set(
    (
      await trx
        .selectFrom('waiting_domains')
        .select('domain')
        .where('domain', 'in', domains)
        .execute()
    ).map(({ domain }) => domain),
  )
}

export type Waiting = Pick<OutboxTable, 'id' | 'priority' | 'requester'> & {
  domain: string
  opensAt: number
}

/** These mails wait for their domain from now on, which is looked at when the first of them may go. */
export async function waitForDomains(
  trx: Transaction<Schema>,
  mails: readonly Waiting[],
): Promise<void> {
  const opensAt = new Map<string, number>()
  for (const mail of mails)
    opensAt.set(mail.domain, Math.min(opensAt.get(mail.domain) ?? Infinity, mail.opensAt))
  for (const [domain, opens_at] of opensAt) {
    await trx
      .insertInto('waiting_domains')
      .values({ domain, opens_at })
      .onConflict((same) =>
        same.column('domain').doUpdateSet({
          opens_at: sql`case when waiting_domains.opens_at < excluded.opens_at then waiting_domains.opens_at else excluded.opens_at end`,
        }),
      )
      .execute()
  }
  await enterTurns(
    trx,
    mails.map(({ id, priority, requester, domain }) => ({
      id,
      priority,
      requester,
      waits: waitsFor.domain(domain),
    })),
  )
}

/** These have paid their domain and get a turn among all. */
export async function leaveDomains(
  trx: Transaction<Schema>,
  mails: readonly Pick<OutboxTable, 'id' | 'priority' | 'requester'>[],
  now: number,
): Promise<void> {
  if (mails.length === 0) return
  await enterTurns(
    trx,
    mails.map(({ id, priority, requester }) => ({ id, priority, requester, waits: waitsFor.turn })),
  )
  await trx
    .updateTable('outbox')
    .set({ paid: 1, due_at: now })
    .where(
      'id',
      'in',
      mails.map(({ id }) => id),
    )
    .execute()
}

/** When a domain that was looked at is looked at next; one that nothing waits for is forgotten. */
export async function closeDomain(
  trx: Transaction<Schema>,
  domain: string,
  opensAt: number,
): Promise<void> {
  const left = await trx
    .selectFrom('outbox')
    .select('id')
    .where(isDue)
    .where('waits', '=', waitsFor.domain(domain))
    .limit(1)
    .executeTakeFirst()
  if (left)
    await trx
      .updateTable('waiting_domains')
      .set({ opens_at: opensAt })
      .where('domain', '=', domain)
      .execute()
  else await trx.deleteFrom('waiting_domains').where('domain', '=', domain).execute()
}

/**
 * Opens domains that mails wait for and that nothing would open: a program of the version before claims such mails, and leaves those that it has to try again
 * as it found them.
 */
export const reopenForgotten = (store: Store, now: number) =>
  store.transact((trx) =>
    sql`
  insert into waiting_domains (domain, opens_at) select distinct substr(waits, 2), cast(${now} as bigint) from outbox
  where ${isDue} and ${waitsForDomain} and substr(waits, 2) not in (select domain from waiting_domains) on conflict (domain) do nothing`.execute(
      trx,
    ),
  )

/** Somebody has confirmed an address there: what its first mails may do has grown. */
export const openEarlier = (trx: Transaction<Schema>, domain: string, now: number) =>
  trx
    .updateTable('waiting_domains')
    .set({ opens_at: now })
    .where('domain', '=', budgetDomain(domain))
    .execute()
